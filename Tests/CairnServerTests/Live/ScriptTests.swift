import CairnHTTP
import CairnPublic
import Testing

/// The modules that browsers fetch.
@Suite struct ScriptTests {
  private static var modules: [String] { CairnPublic.files.keys.filter { $0.hasSuffix(".js") } }

  /// How many bytes a file has that is sent to a browser that takes it compressed.
  private func size(of name: String, in files: StaticFiles) throws -> Int {
    let request = try #require(
      HTTPRequest(target: files.url(for: name), headers: ["Accept-Encoding": "gzip"]))
    let response = try #require(files.response(to: request))
    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(response.headers["Cache-Control"]?.contains("immutable") == true)
    return response.body.count
  }

  @Test func areUnderTenKilobytesInAll() throws {
    let files = try StaticFiles(files: CairnPublic.files, directories: [])
    let sizes = try Self.modules.map { try size(of: $0, in: files) }
    #expect(sizes.count > 5)
    #expect(sizes.reduce(0, +) < 10 * 1024)
  }

  @Test func areSentWithoutTheirCommentsAndIndents() throws {
    for name in Self.modules {
      let source = String(decoding: try #require(CairnPublic.sources[name]), as: UTF8.self)
      let sent = String(decoding: try #require(CairnPublic.files[name]), as: UTF8.self)
      let lines = source.split(separator: "\n").map { String($0.drop { $0 == " " }) }
      var rest = lines[...]
      for line in sent.split(separator: "\n").map(String.init) {
        // Each line that is sent is one of the source, in its order; what is left out is a comment.
        while let first = rest.first, first != line {
          #expect(
            first.hasPrefix("//") || first.hasPrefix("/**") || first.hasPrefix("*"),
            "\(name): \(first)")
          rest = rest.dropFirst()
        }
        #expect(rest.popFirst() == line)
        #expect(!line.hasPrefix("//"))
      }
    }
  }
}
