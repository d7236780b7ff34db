import Logging
import Testing

@testable import CairnHTTP

/// Clients that wait for a "100 Continue" before they send a body.
@Suite(.timeLimit(.minutes(30))) struct ContinueTests {
  private static let form = "Content-Type: application/x-www-form-urlencoded"
  private static let parts = "Content-Type: multipart/form-data; boundary=B"

  /// A server that accepts several methods, files, and bytes, and rejects a path based on the head.
  private func withServer(
    _ change: @escaping (inout HTTPServer.Configuration) -> Void = { _ in },
    test: (HTTPServer) async throws -> Void
  ) async throws {
    let configuration = configured {
      $0.daemons = 1
      $0.methods += [.put, .patch, .delete]
      $0.rawContentTypes = ["application/octet-stream"]
      $0.limits.maxUploadSize = 1_000_000
      change(&$0)
    }
    try await CairnHTTPTests.withServer(
      configuration, answer: echo,
      refuse: { $0.path == "/refused" ? .text("refused", status: .forbidden) : nil },
      test: test)
  }

  /// Checks that a request is rejected before its body is sent, and that no other response precedes this.
  private func expectRejection(
    _ status: Int, of line: String, _ header: [String], by server: HTTPServer
  ) throws {
    let client = try Client(port: server.port)
    client.request(line, header: header + ["Expect: 100-continue"])
    let response = try client.response()
    #expect(response.status == status, "\(line) \(header)")
    #expect(response["Connection"]?.lowercased() == "close", "\(line) \(header)")
    #expect(client.isClosedByServer(), "\(line) \(header)")
  }

  @Test(arguments: ["100-continue", "100-Continue"])
  func `A request that isn't rejected gets a 100 Continue`(expectation: String) async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      for _ in 1...2 {
        client.request(
          "POST /", header: [Self.form, "Content-Length: 3", "Expect: \(expectation)"])
        #expect(try client.response().status == 100)
        client.send("a=b")
        #expect(try client.response().text == "POST / -\na=b")
      }
    }
  }

  @Test(
    arguments: [
      ("BREW /", ["Content-Length: 3", form], 405), ("POST /", [form], 411),
      ("POST /%zz", ["Content-Length: 3", form], 400),
      ("POST /\(String(repeating: "a", count: 9000))", ["Content-Length: 3", form], 414),
      // Without the expectation, the server would read this body to its end.
      ("POST /", ["Content-Length: 2000000", form], 413),
      ("POST /", ["Content-Length: 20000000", form], 413),
      ("POST /", ["Content-Length: 3", "Content-Type: a/b"], 415),
      ("POST /", ["Content-Length: 3", "Content-Type: multipart/form-data"], 400),
      ("POST /", ["Content-Length: 3", "Transfer-Encoding: chunked", form], 400),
    ] as [(String, [String], Int)])
  func `A request that its head makes impossible is rejected before its body`(
    line: String, header: [String], status: Int
  ) async throws {
    try await withServer { try expectRejection(status, of: line, header, by: $0) }
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func `A request that the responder rejects is rejected before its body`(
    method: String
  ) async throws {
    try await withServer { server in
      try expectRejection(
        403, of: "\(method) /refused", ["Content-Length: 3", Self.form], by: server)
    }
  }

  @Test(arguments: ["POST", "PATCH"])
  func `Without room for bytes in flight, a request is rejected before its body`(
    method: String
  ) async throws {
    try await withServer {
      $0.bytesInFlightLimit = 50_000
    } test: { server in
      let bytes = "Content-Type: application/octet-stream"
      let first = try Client(port: server.port)
      first.request("POST /", header: [bytes, "Content-Length: 60000"])
      first.send([UInt8](repeating: 0x61, count: 50_000))
      try await until { server.load.bytes == 50_000 }
      try expectRejection(503, of: "\(method) /", [bytes, "Content-Length: 3"], by: server)
    }
  }

  @Test func `Files that don't fit in the upload room are rejected before they're sent`()
    async throws
  {
    try await withServer {
      $0.limits.maxBodySize = 1000
      $0.uploadsLimit = 1_000_000
    } test: { server in
      let first = try Client(port: server.port)
      first.request("POST /", header: [Self.parts, "Content-Length: 450000"])
      first.send(
        "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n"
          + "Content-Type: x/y\r\n\r\n" + String(repeating: "x", count: 400_000))
      // The parser keeps bytes that could be the beginning of a boundary.
      try await until { server.uploadedBytes > 399_000 }
      try expectRejection(503, of: "POST /", [Self.parts, "Content-Length: 701000"], by: server)
      let small = try Client(port: server.port)
      small.request(
        "POST /", header: [Self.parts, "Content-Length: 51000", "Expect: 100-continue"])
      #expect(try small.response().status == 100)
    }
  }

  @Test func `Bytes are admitted without being reserved`() throws {
    let room = UploadRoom(limit: 800)
    #expect(room.admits(800, for: nil))
    #expect(!room.admits(801, for: nil))
    #expect(room.count == 0)
  }
}
