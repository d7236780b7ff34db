import CairnHTTP
import Foundation
import Logging
import Testing

/// Bodies that a responder reads as bytes, and files as bodies of responses.
@Suite(.timeLimit(.minutes(30))) struct BodyReadingTests {
  /// Reads bodies below `/bytes` as up to ten bytes, and accepts `PUT`.
  private struct BytesResponder: HTTPResponder {
    var file: String?

    func bodyReading(of request: HTTPRequest) -> BodyReading {
      request.path.hasPrefix("/bytes") ? .bytes(limit: 10) : .form
    }

    func respond(to request: HTTPRequest) -> HTTPAnswer {
      if let file, let served = try? ServedFile(path: file) {
        return .now(HTTPResponse(body: .file(served, 2..<5)))
      }
      return .now(.text("\(String(decoding: request.body, as: UTF8.self)) \(request.form.count)"))
    }
  }

  private func withServer(
    file: String? = nil, _ test: (Client) async throws -> Void
  ) async throws {
    let server = HTTPServer(
      configuration: configured { $0.methods.append(.put) },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      responder: BytesResponder(file: file))
    try server.start()
    do {
      try await test(try Client(port: server.port))
      await server.stop(deadline: .seconds(2))
    } catch {
      await server.stop(deadline: .zero)
      throw error
    }
  }

  @Test(arguments: [
    ["Content-Type: application/json"], ["Content-Type: application/x-www-form-urlencoded"],
    ["Content-Type: multipart/form-data"], [],
  ])
  func `Bytes are read regardless of their type`(header: [String]) async throws {
    try await withServer { client in
      for method in ["POST", "PUT"] {
        client.request("\(method) /bytes", header: header, body: Array("a=b&c=d".utf8))
        let response = try client.response()
        #expect(response.text == "a=b&c=d 0")
      }
    }
  }

  @Test func `More bytes than the limit are rejected`() async throws {
    try await withServer { client in
      client.request("POST /bytes", body: Array(repeating: 0x61, count: 10))
      let most = try client.response()
      #expect(most.text == "aaaaaaaaaa 0")
      client.request("POST /bytes", body: Array(repeating: 0x61, count: 11))
      let over = try client.response()
      #expect(over.status == 413)
    }
  }

  @Test func `Other bodies are forms`() async throws {
    try await withServer { client in
      client.request(
        "PUT /other", header: ["Content-Type: application/x-www-form-urlencoded"],
        body: Array("a=b&c=d".utf8))
      let form = try client.response()
      #expect(form.text == " 2")
      client.request(
        "POST /other", header: ["Content-Type: application/json"], body: Array("{}".utf8))
      let json = try client.response()
      #expect(json.status == 415)
    }
  }

  @Test(arguments: [
    ("Content-Length: 2\r\nContent-Length: 3", 400), ("Content-Length: -1", 400),
    ("Content-Length: 99999999999999999999", 413), ("Transfer-Encoding: chunked", 411),
    ("X: y", 411),
  ])
  func `The framing of a body is checked first`(field: String, status: Int) async throws {
    try await withServer { client in
      client.send("POST /bytes HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\nabc")
      let response = try client.response()
      #expect(response.status == status)
    }
  }

  @Test func `Part of a file is the body of a response`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try Data("0123456789".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withServer(file: path) { client in
      client.request("GET /")
      let part = try client.response()
      #expect(part.text == "234")
      client.request("HEAD /")
      let head = try client.response(toHead: true)
      #expect(head["Content-Length"] == "3")
      // The connection is still usable.
      client.request("GET /")
      let again = try client.response()
      #expect(again.text == "234")
    }
  }

  @Test func `A folder or a missing file can't be served`() {
    #expect(throws: ServedFile.Failure.unreadable) {
      try ServedFile(path: FileManager.default.temporaryDirectory.path)
    }
    #expect(throws: ServedFile.Failure.unreadable) { try ServedFile(path: "/nonexistent") }
    #expect(throws: ServedFile.Failure.unreadable) { try ServedFile(path: "/etc/passwd\0") }
  }
}
