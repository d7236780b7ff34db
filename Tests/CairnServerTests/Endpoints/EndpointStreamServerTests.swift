import CairnServer
import CairnTesting
import Testing

/// Streamed responses of endpoints, in process and over HTTP.
@Suite(.timeLimit(.minutes(30))) struct EndpointStreamServerTests {
  @Test(arguments: EndpointWay.allCases)
  func `A response is streamed with the dependencies and header fields of pages`(
    way: EndpointWay
  ) async throws {
    try await withEndpoints(way) { site in
      let rows = try await site.send("GET", "/rows", headers: [("Accept-Encoding", "gzip")])
      #expect(rows.status == 200)
      #expect(rows.text == "prepared\r\n0\r\n1\r\n2\r\n")
      #expect(rows.header("Content-Type") == "text/csv; charset=utf-8")
      #expect(rows.header("Content-Encoding") == nil)
      #expect(rows.header("X-Content-Type-Options") == "nosniff")
      #expect(rows.header("Cache-Control") == "private, no-cache")
      #expect(rows.header("X-Request-ID") != nil)
      let many = try await site.send("GET", "/rows?count=20000")
      let lines = (0..<20_000).map { "\($0)\r\n" }.joined()
      #expect(many.text.utf8.elementsEqual("prepared\r\n\(lines)".utf8))
      let head = try await site.send("HEAD", "/rows", isOwn: false)
      #expect(head.status == 200)
      #expect(head.body == [])
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `A body is read in parts`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      for size in [0, 1, 500_000, 1_000_000] {
        let body = String(repeating: "a", count: size)
        let answer = try await site.send("PUT", "/parts", body: body)
        #expect(answer.text == "prepared \(size) 0")
      }
      let large = try await site.send(
        "PUT", "/parts", body: String(repeating: "a", count: 1_000_001))
      #expect(large.status == 413)
      let foreign = try await site.send(
        "PUT", "/parts", headers: [("Origin", "https://evil.example")], body: "a", isOwn: false)
      #expect(foreign.status == 403)
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `A client notices that a response isn't complete`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      await #expect(throws: BrowserError.self) { try await site.send("GET", "/broken-off") }
    }
  }
}
