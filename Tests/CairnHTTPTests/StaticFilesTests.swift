import CairnHTTP
import Foundation
import Testing

@Suite(.timeLimit(.minutes(30)))
struct StaticFilesTests {
  /// A temporary directory with files.
  private final class Directory {
    let url: URL

    init(_ files: [String: String]) throws {
      url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (name, text) in files { try write(name, text) }
    }

    deinit {
      try? FileManager.default.removeItem(at: url)
    }

    func write(_ name: String, _ text: String) throws {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func link(_ name: String, to destination: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: url.appendingPathComponent(name).path, withDestinationPath: destination)
    }
  }

  private static let css = String(repeating: "body { color: red }\n", count: 200)

  private func response(
    _ files: StaticFiles, _ target: String, method: HTTPMethod = .get, headers: HTTPHeaders = [:]
  ) throws -> HTTPResponse? {
    files.response(
      to: try #require(HTTPRequest(method: method, target: target, headers: headers)))
  }

  @Test func `Serves a file under both names`() throws {
    let directory = try Directory(["cairn.css": Self.css, "fonts/text.woff2": "woff"])
    let files = try StaticFiles(directories: [directory.url])
    let url = files.url(for: "cairn.css")
    #expect(url.wholeMatch(of: /\/public\/cairn\.[0-9a-f]{8}\.css/) != nil)

    let hashed = try #require(try response(files, url))
    #expect(hashed.status == .ok)
    #expect(hashed.headers["Content-Type"] == "text/css; charset=utf-8")
    #expect(hashed.headers["Cache-Control"] == "public, max-age=31536000, immutable")
    #expect(hashed.body.withUnsafeBytes { Array($0) } == Array(Self.css.utf8))

    let plain = try #require(try response(files, "/public/cairn.css"))
    #expect(plain.headers["Cache-Control"] == "no-cache")
    #expect(plain.headers["ETag"] == hashed.headers["ETag"])
    #expect(plain.headers["X-Content-Type-Options"] == "nosniff")

    let font = try #require(try response(files, files.url(for: "fonts/text.woff2")))
    #expect(font.headers["Content-Type"] == "font/woff2")
    #expect(font.headers["Vary"] == nil)
    #expect(Set(files.names) == ["cairn.css", "fonts/text.woff2"])
  }

  @Test func `Serves the current file under the hashed name of another version`() throws {
    let contents = ["cairn.css": Array(Self.css.utf8), "LICENSE": Array("MIT".utf8)]
    let files = try StaticFiles(files: contents, directories: [])
    for path in ["/public/cairn.00000000.css", "/public/LICENSE.0123abcd"] {
      let file = try #require(try response(files, path))
      #expect(file.status == .ok)
      #expect(file.headers["Cache-Control"] == "no-cache")
    }
    let others = [
      "cairn.0000000.css", "cairn.0000000G.css", "other.00000000.css", ".00000000.css",
      "cairn.00000000.css/cairn.css", "cairn.00000000",
    ]
    for name in others {
      let file = try response(files, "/public/\(name)")
      #expect(file == nil, "\(name)")
    }
  }

  @Test func `Serves a file that was compressed before`() throws {
    let directory = try Directory(["cairn.css": Self.css])
    let files = try StaticFiles(directories: [directory.url])
    let headers: HTTPHeaders = ["Accept-Encoding": "gzip, br"]
    let gzip = try #require(try response(files, "/public/cairn.css", headers: headers))
    #expect(gzip.headers["Content-Encoding"] == "gzip")
    #expect(gzip.headers["Vary"] == "Accept-Encoding")
    #expect(try inflated(gzip.body.withUnsafeBytes { Array($0) }) == Array(Self.css.utf8))
    let plain = try #require(try response(files, "/public/cairn.css"))
    #expect(plain.headers["Vary"] == "Accept-Encoding")
    #expect(plain.headers["ETag"] != gzip.headers["ETag"])
  }

  @Test func `Responds with 304 if the client has the file`() throws {
    let directory = try Directory(["cairn.css": Self.css])
    let files = try StaticFiles(directories: [directory.url])
    let tag = try #require(try response(files, "/public/cairn.css")?.headers["ETag"])
    for field in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let answer = try #require(
        try response(files, "/public/cairn.css", headers: ["If-None-Match": field]))
      #expect(answer.status == .notModified, "\(field)")
      #expect(answer.headers["ETag"] == tag)
      #expect(answer.headers["Content-Type"] == nil)
    }
    let other = try response(files, "/public/cairn.css", headers: ["If-None-Match": "\"other\""])
    #expect(other?.status == .ok)
  }

  @Test func `Later directories override earlier ones`() throws {
    let ours = try Directory(["a.css": "ours", "b.css": "ours"])
    let theirs = try Directory(["a.css": "theirs"])
    let files = try StaticFiles(directories: [ours.url, theirs.url], prefix: "/p")
    func text(_ target: String) throws -> String? {
      try response(files, target)?.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try text("/p/a.css") == "theirs")
    #expect(try text("/p/b.css") == "ours")
    #expect(try text(files.url(for: "a.css")) == "theirs")
  }

  @Test func `Serves nothing outside its directories`() throws {
    let outside = try Directory(["secret.txt": "secret"])
    let directory = try Directory([
      "a.txt": "a", ".hidden": "h", ".git/config": "h", "sub/b.txt": "b",
    ])
    try directory.link("out.txt", to: outside.url.appendingPathComponent("secret.txt").path)
    try directory.link("outdir", to: outside.url.path)
    try directory.link("shown", to: ".hidden")
    try directory.link("circle", to: ".")
    try directory.link("in.txt", to: "sub/b.txt")
    try directory.link("nowhere", to: "missing")
    let files = try StaticFiles(directories: [directory.url])
    #expect(Set(files.names) == ["a.txt", "sub/b.txt", "in.txt"])
    for target in [
      "/public/out.txt", "/public/outdir/secret.txt", "/public/.hidden", "/public/shown",
      "/public/.git/config", "/public/../a.txt", "/public/%2e%2e/a.txt", "/public/sub/../a.txt",
      "/public/a.txt%00", "/public/a.txt%00.css", "/public//a.txt", "/public/", "/public", "/a.txt",
      "/public/sub", "/public/A.TXT",
    ] {
      #expect(try response(files, target) == nil, "\(target)")
    }
    #expect(try response(files, "/public/in.txt") != nil)
  }

  @Test func `Rejects other methods`() throws {
    let directory = try Directory(["a.txt": "a"])
    let files = try StaticFiles(directories: [directory.url])
    let answer = try #require(try response(files, "/public/a.txt", method: .post))
    #expect(answer.status == .methodNotAllowed)
    #expect(answer.headers["Allow"] == "GET, HEAD")
  }

  @Test(arguments: [(HTTPMethod.post, "", 405), (.get, "bytes=9-", 416)])
  func `The caller can provide the error pages`(
    method: HTTPMethod, range: String, status: Int
  ) throws {
    let files = try StaticFiles(files: ["a.txt": Array("a".utf8)], directories: [])
    let request = try #require(
      HTTPRequest(method: method, target: "/public/a.txt", headers: ["Range": range]))
    let response = try #require(files.response(to: request) { .text("own page", status: $0) })
    #expect(response.status.rawValue == status)
    #expect(response.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == "own page")
    #expect(response.headers["Allow"] == (status == 405 ? "GET, HEAD" : nil))
    #expect(response.headers["Content-Range"] == (status == 416 ? "bytes */1" : nil))
  }

  @Test func `Reports a missing directory`() {
    #expect(throws: StaticFilesError.notADirectory("/nowhere/at/all")) {
      try StaticFiles(directories: [URL(fileURLWithPath: "/nowhere/at/all")])
    }
  }

  @Test func `Files are sent over a socket`() async throws {
    let directory = try Directory(["cairn.css": Self.css, "empty.txt": "", "é x.txt": "e"])
    let files = try StaticFiles(directories: [directory.url])
    let tag = try #require(try response(files, "/public/cairn.css")?.headers["ETag"])
    try await withServer(
      answer: answering { .now(files.response(to: $0) ?? .text("no", status: .notFound)) }
    ) { server in
      let client = try Client(port: server.port)
      client.request("HEAD \(files.url(for: "cairn.css"))")
      #expect(try client.response(toHead: true)["Content-Length"] == "\(Self.css.utf8.count)")
      client.request("GET /public/cairn.css", header: ["If-None-Match: \(tag)"])
      let known = try client.response()
      #expect(known.status == 304)
      #expect(known["Content-Length"] == "\(Self.css.utf8.count)")
      client.request("GET /public/cairn.css", header: ["Accept-Encoding: gzip"])
      #expect(try inflated(try client.response().body) == Array(Self.css.utf8))
      client.request("GET /public/empty.txt")
      #expect(try client.response().body == [])
      client.request("GET \(files.url(for: "é x.txt"))")
      #expect(try client.response().text == "e")
      client.request("GET /public/../cairn.css")
      #expect(try client.response().status == 404)
    }
  }

  @Test func `Modules import each other by hashed names`() throws {
    let files: (String) throws -> StaticFiles = { leaf in
      try StaticFiles(
        files: [
          "app.js": Array("import { a } from \"./page.js\"\nimport \"./gone.js\"\n".utf8),
          "page.js": Array("export * from \"./leaf.js\"\n".utf8), "leaf.js": Array(leaf.utf8),
          "one.js": Array("import \"./two.js\"".utf8), "two.js": Array("import \"./one.js\"".utf8),
        ], directories: [])
    }
    let one = try files("export const a = 1")
    let text = try String(decoding: bytes(response(one, one.url(for: "app.js"))), as: UTF8.self)
    let page = try #require(one.url(for: "page.js").split(separator: "/").last)
    #expect(text == "import { a } from \"./\(page)\"\nimport \"./gone.js\"\n")
    // Imported content changes the hashed names of all its importers.
    let other = try files("export const a = 2")
    #expect(other.url(for: "app.js") != one.url(for: "app.js"))
    #expect(try bytes(response(one, "/public/one.js")) == Array("import \"./two.js\"".utf8))
  }

  private func bytes(_ response: HTTPResponse?) throws -> [UInt8] {
    try #require(response).body.withUnsafeBytes { Array($0) }
  }
}
