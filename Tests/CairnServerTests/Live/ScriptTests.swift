import CairnHTTP
import CairnPublic
import Foundation
import Testing

/// The script that browsers fetch.
@Suite struct ScriptTests {
  private var script: String {
    get throws { String(decoding: try #require(CairnPublic.files["cairn.js"]), as: UTF8.self) }
  }

  @Test func isUnderTenKilobytesInAll() throws {
    #expect(CairnPublic.files.keys.filter { $0.hasSuffix(".js") } == ["cairn.js"])
    let files = try StaticFiles(files: CairnPublic.files, directories: [])
    let request = try #require(
      HTTPRequest(target: files.url(for: "cairn.js"), headers: ["Accept-Encoding": "gzip"]))
    let response = try #require(files.response(to: request))
    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(response.headers["Cache-Control"]?.contains("immutable") == true)
    #expect(response.body.count < 10 * 1000)
  }

  /// What is sent is what is written, but for comments and indents, and how modules name each other.
  @Test func hasEachLineOfItsModulesOnce() throws {
    var rest = try script.split(separator: "\n").map(String.init)
    for (name, module) in CairnPublic.modules {
      var isInComment = false
      for line in module.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
        if line.hasPrefix("/**") { isInComment = true }
        defer { if line.hasSuffix("*/") { isInComment = false } }
        if isInComment || line.isEmpty || line.hasPrefix("//") || line.hasPrefix("import ") {
          continue
        }
        let code = line.hasPrefix("export ") ? String(line.dropFirst(7)) : String(line)
        let index = try #require(rest.firstIndex(of: code), "\(name): \(code)")
        rest.remove(at: index)
      }
    }
    let joints = rest.filter {
      $0.wholeMatch(of: /const \$\w+ = \(\(\) => \{|return \{ .* \}|\}\)\(\)|const .* = \$\w+/)
        == nil
    }
    #expect(joints == [])
  }

  @Test func joinsWhatIsImportedBeforeWhoImportsIt() throws {
    let script = try script
    let beginnings = try CairnPublic.modules.keys.filter { $0 != "cairn" }.map { name in
      try #require(script.range(of: "const $\(name) = (() => {"), "\(name)")
    }
    let last = try #require(beginnings.map(\.lowerBound).max())
    #expect(last < (try #require(script.range(of: "= $queue"))).lowerBound)
    #expect(!script.contains("import "))
    #expect(!script.contains("export "))
  }
}
