import CairnHTTP
import Foundation
import Testing

@testable import CairnPublic

/// The script that the server sends to browsers.
@Suite struct ScriptTests {
  private var script: String {
    get throws { String(decoding: try #require(CairnPublic.files["cairn.js"]), as: UTF8.self) }
  }

  @Test func `The script is small and cached`() throws {
    #expect(CairnPublic.files.keys.filter { $0.hasSuffix(".js") } == ["cairn.js"])
    let files = try StaticFiles(files: CairnPublic.files, directories: [])
    let request = try #require(
      HTTPRequest(target: files.url(for: "cairn.js"), headers: ["Accept-Encoding": "gzip"]))
    let response = try #require(files.response(to: request))
    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(response.headers["Cache-Control"]?.contains("immutable") == true)
    #expect(response.body.count < 12_900)
  }

  /// The joined script contains the code of each module without comments, whitespace, imports, and exports. Variables
  /// are declared with `let`, single parameters have no parentheses, lists don't end with commas, and named numbers are
  /// replaced by their values.
  @Test func `The script contains each module once`() throws {
    let modules = CairnPublic.modules
    let number = /(?m)^(?:export )?const ([A-Z][A-Z_]+) = ([0-9_e]+)\n/
    var numbers: [Substring: String] = [:]
    for module in modules.values {
      for match in module.matches(of: number) {
        let digits = match.2.replacing("_", with: "")
        numbers[match.1] = String(digits.replacing(/000+$/) { "e\($0.output.count)" })
      }
    }
    #expect(numbers.count > 10)
    var rest = try script.filter { !$0.isWhitespace }
    for (name, module) in modules {
      let code = module.replacing(number, with: "")
        .replacing(#/(?s)\/\*\*.*?\*\//#, with: "").replacing(#/(?m)^ *\/\/.*$/#, with: "")
        .replacing(#/(?m)^import .*$/#, with: "").replacing(#/(?m)^export /#, with: "")
        .replacing(#/\bconst\b/#, with: "let")
        .replacing(#/\b[A-Z][A-Z_]+\b/#) { numbers[$0.output] ?? String($0.output) }
        .filter { !$0.isWhitespace }.replacing(#/,([)\]}])/#) { "\($0.output.1)" }
      // Twice, because the character before a parameter can belong to the previous match.
      let short = (1...2).reduce(code) { code, _ in
        code.replacing(#/([^\w$])\((\w+)\)=>/#) { "\($0.output.1)\($0.output.2)=>" }
      }
      let range = try #require(rest.range(of: short), "\(name)")
      rest.removeSubrange(range)
    }
    #expect(rest.isEmpty)
  }

  @Test func `Names are unique across all modules`() throws {
    var names: [String: String] = [:]
    for (name, module) in CairnPublic.modules {
      for match in module.matches(
        of: /(?m)^(?:export )?(?:async )?(?:function|const|let) (\w+)/)
      {
        let found = String(match.1)
        #expect(names.updateValue(name, forKey: found) == nil, "\(found) is in \(name) too")
      }
    }
    #expect(names.count > 100)
  }

  @Test(arguments: [
    ("const a = (b) => b + 1", "let a=b=>b+1"),
    ("async (a) => (b) => (c, d) => f(e) => g", "async(a)=>b=>(c,d)=>f(e)=>g"),
    ("say(\"one,  two\", ` ${ a } , `)", "say(\"one,  two\",` ${ a } , `)"),
    ("text.match(/[ /] , /) / 2", "text.match(/[ /] , /)/ 2"),
    ("return a - -b", "return a- -b"), ("a++ + +b - -1", "a++ + +b- -1"),
    ("say(\"a \\\" , b\" , c)", "say(\"a \\\" , b\",c)"),
    ("wait(LIMIT_MS / 2, LIMIT_MS_OF, \"LIMIT_MS\")", "wait(6e4 / 2,LIMIT_MS_OF,\"LIMIT_MS\")"),
  ])
  func `Unnecessary spaces are removed`(line: String, compact: String) {
    #expect(CompactLine(line[...], numbers: ["LIMIT_MS": "6e4"]).text == compact)
  }

  @Test func `A module comes after the modules that it imports`() throws {
    let script = try script
    let merge = try #require(script.range(of: "function merge("))
    let apply = try #require(script.range(of: "function apply("))
    let start = try #require(script.range(of: "function start("))
    #expect(merge.lowerBound < apply.lowerBound)
    #expect(apply.lowerBound < start.lowerBound)
    #expect(!script.contains("import "))
    #expect(!script.contains("export "))
  }

  @Test func `A comma is removed only at the end of a list`() {
    let module = """
      const list = [
        1,
        ...others,
      ]
      """
    #expect(JoinedModules(of: ["a": module], from: "a").text == "let list=[1,...others]")
  }

  @Test func `Types and names of numbers are removed`() {
    let modules = [
      "a": """
      import { LIMIT_MS, wait } from "./b.js"
      /** @param {string} text */
      const say = (/** @type {any} */ text) => wait(/** @type {any} */ (text), -LIMIT_MS)
      """,
      "b": """
      /**
       * A limit.
       */
      export const LIMIT_MS = 60_000
      const STEPS = 100
      // A comment.
      export const wait = (text, limit) => limit * STEPS
      """,
    ]
    #expect(
      JoinedModules(of: modules, from: "a").text == """
        let wait=(text,limit)=>limit*100
        let say=text=>wait((text),-6e4)
        """)
  }
}
