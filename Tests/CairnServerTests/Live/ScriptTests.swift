import CairnHTTP
import Foundation
import Testing

@testable import CairnPublic

/// The script that browsers fetch.
@Suite struct ScriptTests {
  private var script: String {
    get throws { String(decoding: try #require(CairnPublic.files["cairn.js"]), as: UTF8.self) }
  }

  @Test func isSmall() throws {
    #expect(CairnPublic.files.keys.filter { $0.hasSuffix(".js") } == ["cairn.js"])
    let files = try StaticFiles(files: CairnPublic.files, directories: [])
    let request = try #require(
      HTTPRequest(target: files.url(for: "cairn.js"), headers: ["Accept-Encoding": "gzip"]))
    let response = try #require(files.response(to: request))
    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(response.headers["Cache-Control"]?.contains("immutable") == true)
    #expect(response.body.count < 11_600)
  }

  /// What is sent is what is written, but for comments, spaces and ends of lines, and how modules name each other.
  @Test func hasEachModuleOnce() throws {
    let ofSpace: Set<Character> = [" ", "\n"]
    var rest = try script.filter { !ofSpace.contains($0) }
    for (name, module) in CairnPublic.modules {
      var isInComment = false
      let code = module.split(separator: "\n").map { $0.drop { $0 == " " } }.compactMap { line in
        if line.hasPrefix("/**") { isInComment = true }
        defer { if line.hasSuffix("*/") { isInComment = false } }
        if isInComment || line.isEmpty || line.hasPrefix("//") || line.hasPrefix("import ") {
          return nil as String?
        }
        return (line.hasPrefix("export ") ? line.dropFirst(7) : line)
          .filter { !ofSpace.contains($0) }
      }
      let range = try #require(rest.range(of: code.joined()), "\(name)")
      rest.removeSubrange(range)
    }
    #expect(rest.isEmpty)
  }

  @Test func namesOfAllModulesAreUnique() throws {
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
    ("const a = (b) => b + 1", "const a=(b)=>b+1"),
    ("say(\"one,  two\", ` ${ a } , `)", "say(\"one,  two\",` ${ a } , `)"),
    ("text.match(/[ /] , /) / 2", "text.match(/[ /] , /)/ 2"),
    ("return a - -b", "return a- -b"), ("a++ + +b - -1", "a++ + +b- -1"),
    ("say(\"a \\\" , b\" , c)", "say(\"a \\\" , b\",c)"),
  ])
  func spacesThatSayNothingAreLeftOut(line: String, compact: String) {
    #expect(CompactLine(line[...]).text == compact)
  }

  @Test func joinsWhatIsImportedBeforeWhoImportsIt() throws {
    let script = try script
    let merge = try #require(script.range(of: "function merge("))
    let apply = try #require(script.range(of: "function apply("))
    let start = try #require(script.range(of: "function start("))
    #expect(merge.lowerBound < apply.lowerBound)
    #expect(apply.lowerBound < start.lowerBound)
    #expect(!script.contains("import "))
    #expect(!script.contains("export "))
  }
}
