import CairnHTTP
import Testing

/// Parts of static files, RFC 9110 section 14.
@Suite(.timeLimit(.minutes(30)))
struct FileRangeTests {
  private let files: StaticFiles
  private let tag: String

  init() throws {
    files = try StaticFiles(
      files: [
        "film.mp4": Array("0123456789".utf8), "empty.mp4": [],
        "page.css": Array(String(repeating: "body { color: red }\n", count: 200).utf8),
      ], directories: [])
    tag = try #require(try Self.response(files, "/public/film.mp4")?.headers["ETag"])
  }

  private static func response(
    _ files: StaticFiles, _ target: String, method: HTTPMethod = .get, _ headers: HTTPHeaders = [:]
  ) throws -> HTTPResponse? {
    files.response(
      to: try #require(HTTPRequest(method: method, target: target, headers: headers)))
  }

  private func response(
    _ range: String, of name: String = "film.mp4", method: HTTPMethod = .get,
    _ more: HTTPHeaders = [:]
  ) throws -> HTTPResponse {
    var headers = more
    headers["Range"] = range
    return try #require(
      try Self.response(files, "/public/\(name)", method: method, headers))
  }

  private func text(_ response: HTTPResponse) -> String {
    response.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("bytes=0-0", "0", "0-0"), ("bytes=2-4", "234", "2-4"), ("bytes=7-", "789", "7-9"),
    ("bytes=-3", "789", "7-9"), ("bytes=-99", "0123456789", "0-9"),
    ("bytes=8-99999999999999999999999", "89", "8-9"),
    ("bytes=-99999999999999999999999", "0123456789", "0-9"),
    ("Bytes=1-2", "12", "1-2"), ("bytes= 1-2 ", "12", "1-2"), ("bytes=,1-2,", "12", "1-2"),
  ])
  func `A part of a file is sent`(range: String, part: String, numbers: String) throws {
    let response = try response(range)
    #expect(response.status.rawValue == 206)
    #expect(text(response) == part)
    #expect(response.headers["Content-Range"] == "bytes \(numbers)/10")
    #expect(response.headers["Content-Type"] == "video/mp4")
    #expect(response.headers["ETag"] == tag)
    #expect(response.headers["Cache-Control"] == "no-cache")
  }

  @Test(arguments: [
    "bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999999-",
    "bytes=99999999999999999999998-99999999999999999999999",
  ])
  func `A range outside the file isn't satisfiable`(range: String) throws {
    let response = try response(range)
    #expect(response.status.rawValue == 416)
    #expect(response.headers["Content-Range"] == "bytes */10")
    #expect(response.headers["Content-Type"]?.hasPrefix("text/html") == true)
    #expect(response.headers["ETag"] == nil)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=3-2", "bytes=+1-2", "bytes=1", "1-2",
    "bytes=1-2-3", "bytes=0x1-2", "items=1-2", "bytes 1-2", "bytes=1 -2", "bytes==1-2",
    "bytes=１-2",
    // Several ranges would need a multipart body.
    "bytes=0-0,2-3", "bytes=0-0,-1",
  ])
  func `Anything but a single range is ignored`(range: String) throws {
    let response = try response(range)
    #expect(response.status == .ok, "\(range)")
    #expect(text(response) == "0123456789")
    #expect(response.headers["Content-Range"] == nil)
    #expect(response.headers["Accept-Ranges"] == "bytes")
  }

  @Test func `An empty file has no parts`() throws {
    for range in ["bytes=0-", "bytes=0-0", "bytes=-1"] {
      let response = try response(range, of: "empty.mp4")
      #expect(response.status.rawValue == 416, "\(range)")
      #expect(response.headers["Content-Range"] == "bytes */0")
    }
  }

  @Test func `If-Range compares strongly`() throws {
    for (condition, status) in [
      (tag, 206), ("W/\(tag)", 200), ("\"other\"", 200), ("\(tag), \"other\"", 200), ("", 200),
      // The files have no date.
      ("Wed, 21 Oct 2015 07:28:00 GMT", 200),
    ] {
      let response = try response("bytes=2-4", ["If-Range": condition])
      #expect(response.status.rawValue == status, "\(condition)")
      #expect(text(response) == (status == 206 ? "234" : "0123456789"))
    }
    // With another version, the whole file is sent.
    #expect(try response("bytes=10-", ["If-Range": "\"other\""]).status == .ok)
  }

  @Test func `A file that the client already has isn't sent`() throws {
    #expect(try response("bytes=2-4", ["If-None-Match": tag]).status == .notModified)
    #expect(try response("bytes=10-", ["If-None-Match": tag]).status == .notModified)
  }

  @Test func `A part is never taken from the compressed file`() throws {
    let response = try response("bytes=0-3", of: "page.css", ["Accept-Encoding": "gzip"])
    #expect(response.status.rawValue == 206)
    #expect(text(response) == "body")
    #expect(response.headers["Content-Encoding"] == nil)
    #expect(response.headers["Content-Range"] == "bytes 0-3/4000")
    #expect(response.headers["Vary"] == "Accept-Encoding")
    // The tag of the compressed file is for different bytes.
    let compressed = try #require(
      try Self.response(files, "/public/page.css", ["Accept-Encoding": "gzip"]))
    #expect(compressed.headers["Content-Encoding"] == "gzip")
    let other = try #require(compressed.headers["ETag"])
    let whole = try self.response(
      "bytes=0-3", of: "page.css", ["Accept-Encoding": "gzip", "If-Range": other])
    #expect(whole.status == .ok)
    // An ignored range leaves the response unchanged.
    let ignored = try self.response("bytes=0-0,2-2", of: "page.css", ["Accept-Encoding": "gzip"])
    #expect(ignored.headers["Content-Encoding"] == "gzip")
    #expect(compressed.headers["Accept-Ranges"] == "bytes")
  }

  @Test func `A HEAD request ignores ranges`() throws {
    // RFC 9110 defines ranges only for GET.
    let response = try response("bytes=2-4", method: .head)
    #expect(response.status == .ok)
    #expect(response.headers["Accept-Ranges"] == "bytes")
    #expect(response.headers["Content-Range"] == nil)
  }

  /// A part uses the memory of its file, regardless of its size.
  @Test func `A part needs no extra memory`() async throws {
    let large = try StaticFiles(
      files: ["film.mp4": [UInt8](repeating: 0x78, count: 1_000_000)], directories: [])
    try await withServer(
      configured { $0.bytesInFlightLimit = 100_000 },
      answer: answering { .now(large.response(to: $0) ?? .text("no", status: .notFound)) }
    ) { server in
      let client = try Client(port: server.port)
      client.request("GET /public/film.mp4", header: ["Range: bytes=1-"])
      let part = try client.response()
      #expect(part.status == 206)
      #expect(part.body.count == 999_999)
    }
  }

  @Test func `Parts are sent over a socket`() async throws {
    let files = files
    try await withServer(
      answer: answering { .now(files.response(to: $0) ?? .text("no", status: .notFound)) }
    ) { server in
      let client = try Client(port: server.port)
      client.request("GET /public/film.mp4", header: ["Range: bytes=2-4"])
      let part = try client.response()
      #expect(part.status == 206)
      #expect(part.text == "234")
      #expect(part["Content-Length"] == "3")
      client.request("HEAD /public/film.mp4", header: ["Range: bytes=2-4"])
      #expect(try client.response(toHead: true)["Content-Length"] == "10")
      client.request("GET /public/film.mp4", header: ["Range: bytes=20-"])
      #expect(try client.response().status == 416)
      // A part of a compressible file isn't compressed for transfer.
      client.request(
        "GET /public/page.css", header: ["Range: bytes=100-3999", "Accept-Encoding: gzip"])
      let css = try client.response()
      #expect(css["Content-Encoding"] == nil)
      #expect(css.body.count == 3900)
      // Two fields are two ranges.
      client.request("GET /public/film.mp4", header: ["Range: bytes=1-1", "Range: bytes=3-3"])
      #expect(try client.response().text == "0123456789")
    }
  }
}
