import CairnBytes
import Foundation
import Testing

@testable import CairnHTTP

@Suite(.timeLimit(.minutes(30)))
struct CompressionTests {
  private static let page = String(repeating: "<li class=\"row\">Keyboard é</li>\n", count: 400)

  /// Returns the response to a client with the given `Accept-Encoding`.
  private func get(
    _ accept: String?, type: String = "text/html; charset=utf-8", body: String = page,
    headers: HTTPHeaders = [:], enabled: Bool = true
  ) async throws -> Client.Response {
    var made = HTTPResponse(contentType: type, body: .text(body))
    for (name, value) in headers { made.headers.append(name, value) }
    let response = made
    var received: Client.Response?
    try await withServer(
      configured { $0.compression = enabled }, answer: answering { _ in .now(response) }
    ) { server in
      let client = try Client(port: server.port)
      // The client sends it twice, because the stream is reused.
      for _ in 1...2 {
        client.request("GET /", header: accept.map { ["Accept-Encoding: \($0)"] } ?? [])
        received = try client.response()
      }
    }
    return try #require(received)
  }

  @Test(arguments: ["gzip", "deflate"])
  func `A compressed response survives a round trip`(coding: String) async throws {
    let response = try await get(coding)
    #expect(response["Content-Encoding"] == coding)
    #expect(response["Vary"] == "Accept-Encoding")
    #expect(response.body.count < Self.page.utf8.count / 10)
    #expect(try inflated(response.body) == Array(Self.page.utf8))
  }

  @Test(arguments: [
    ("gzip, deflate, br, zstd", "gzip"), ("deflate, gzip;q=0.5", "deflate"), ("GZIP", "gzip"),
    ("*", "gzip"), ("*;q=0.1, gzip;q=0", "deflate"), ("identity;q=0, gzip", "gzip"),
    ("identity;q=0.5, gzip;q=0.1", nil), ("gzip;q=0", nil), ("br", nil), ("", nil),
    ("identity;q=0, *;q=0", nil), ("gzip ; q=0.001", "gzip"), ("identity, gzip", "gzip"),
    ("gzip;q=0.0", nil), ("*;q=0", nil), ("x-gzip", "gzip"), (",,;", nil), ("gzip;foo", "gzip"),
  ])
  func `Content codings are negotiated`(field: String, coding: String?) {
    let negotiated = field.withBytes { ContentCoding.negotiated($0) }
    #expect(negotiated?.rawValue == coding)
  }

  @Test func `Plain bytes are sent if no coding is requested`() async throws {
    let response = try await get(nil)
    #expect(response["Content-Encoding"] == nil)
    #expect(response["Vary"] == "Accept-Encoding")
    #expect(response.text == Self.page)
  }

  @Test func `Responses that don't benefit aren't compressed`() async throws {
    #expect(try await get("gzip", body: "short")["Content-Encoding"] == nil)
    #expect(try await get("gzip", type: "image/png")["Content-Encoding"] == nil)
    #expect(try await get("gzip", type: "text/event-stream")["Content-Encoding"] == nil)
    #expect(try await get("gzip", headers: ["Content-Encoding": "br"])["Content-Encoding"] == "br")
    #expect(try await get("gzip", enabled: false)["Content-Encoding"] == nil)
  }

  @Test func `Compression turns a strong tag into a weak one`() async throws {
    #expect(try await get("gzip", headers: ["ETag": "\"a\""])["ETag"] == "W/\"a\"")
    #expect(try await get(nil, headers: ["ETag": "\"a\""])["ETag"] == "\"a\"")
  }
}
