import CairnBytes
import CairnHTTP
import Glibc
import Testing

/// Bodies that are expensive by design, and bodies of requests that are rejected anyway.
@Suite(.timeLimit(.minutes(30)))
struct HostileBodyTests {
  private static let multipart = "Content-Type: multipart/form-data; boundary=BOUND"
  private static let urlencoded = "Content-Type: application/x-www-form-urlencoded"
  private static let part = "--BOUND\r\nContent-Disposition: form-data; name=\"a\"\r\n"

  struct Hostile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: String
  }

  private static let size = 1_000_000

  static let bodies = [
    Hostile(
      testDescription: "a preamble of dashes",
      body: String(repeating: "-", count: size) + "\r\n\(part)\r\n1\r\n--BOUND--\r\n"),
    Hostile(
      testDescription: "a preamble of lines",
      body: String(repeating: "-\r\n", count: size / 3) + "\(part)\r\n1\r\n--BOUND--\r\n"),
    Hostile(
      testDescription: "header lines of a part",
      body: part + String(repeating: "b\r\n", count: size / 3) + "\r\n1\r\n--BOUND--\r\n"),
    Hostile(
      testDescription: "a value of line ends",
      body: part + "\r\n" + String(repeating: "\r\n--", count: size / 4) + "\r\n--BOUND--\r\n"),
    Hostile(
      testDescription: "a value of beginnings of the boundary",
      body: part + "\r\n" + String(repeating: "\r\n--BOUN", count: size / 8)
        + "\r\n--BOUND--\r\n"),
  ]

  /// Counts the server thread's processing time instead of elapsed time, because other tests run in parallel.
  @Test(arguments: bodies)
  func `Hostile bodies cost no more than their length`(hostile: Hostile) async throws {
    let worked: @Sendable (HTTPRequest) -> HTTPAnswer = { _ in
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .now(.text("\(time.tv_sec * 1000 + time.tv_nsec / 1_000_000)"))
    }
    try await withServer(
      configured {
        $0.daemons = 1
        $0.limits.maxFieldSize = Self.size * 2
      }, answer: worked
    ) { server in
      func milliseconds() throws -> Int {
        let client = try Client(port: server.port)
        client.request("GET /")
        return try Int(client.response().text) ?? 0
      }
      let before = try milliseconds()
      let client = try Client(port: server.port)
      client.request("POST /", header: [Self.multipart], body: Array(hostile.body.utf8))
      _ = try client.response()
      #expect(try milliseconds() - before < 1500)
    }
  }

  @Test func `The length of a name is limited`() async throws {
    func status(_ name: String, _ type: String) async throws -> Int {
      var status = 0
      try await withServer(answer: echo) { server in
        let client = try Client(port: server.port)
        let body =
          type == Self.urlencoded
          ? "\(name)=1"
          : "--BOUND\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n1\r\n--BOUND--\r\n"
        client.request("POST /", header: [type], body: Array(body.utf8))
        status = try client.response().status
      }
      return status
    }
    for type in [Self.urlencoded, Self.multipart] {
      #expect(try await status(String(repeating: "n", count: 256), type) == 200)
      #expect(try await status(String(repeating: "n", count: 257), type) == 413)
      let marks = "a" + String(repeating: "\u{301}\u{323}", count: 16_000)
      #expect(try await status(marks, type) == (type == Self.urlencoded ? 413 : 400))
    }
  }

  @Test func `A value is safe to compare`() async throws {
    try await withServer(
      answer: answering { request in .now(.text(request.form.map(\.value).joined())) }
    ) { server in
      let client = try Client(port: server.port)
      let run = { String(repeating: "\u{301}", count: $0) }
      client.request(
        "POST /", header: [Self.urlencoded], body: Array("a=x\(run(40))y".utf8))
      let text = try client.response().text
      #expect(text.hasSameBytes(as: "x\(run(30))\u{34F}\(run(10))y"))
    }
  }

  @Test(arguments: [0, 500_000])
  func `The body of a request rejected by its head isn't decoded`(dashes: Int) async throws {
    // The body is incomplete, so decoding it would give status 400.
    let body = String(repeating: "-", count: dashes) + "\r\n\(Self.part)\r\n1"
    let refuse: @Sendable (HTTPRequest) -> HTTPResponse? = { request in
      request.headers["Origin"] == nil
        ? .text("refused \(request.path) \(request.form.count)", status: .forbidden) : nil
    }
    try await withServer(answer: echo, refuse: refuse) { server in
      let client = try Client(port: server.port)
      client.request("POST /a", header: [Self.multipart], body: Array(body.utf8))
      let refused = try client.response()
      #expect(refused.status == 403)
      #expect(refused.text == "refused /a 0")
      let second = try Client(port: server.port)
      second.request("POST /b", header: [Self.multipart, "Origin: x"], body: Array(body.utf8))
      #expect(try second.response().status == 400)
      // A GET request isn't rejected.
      let third = try Client(port: server.port)
      third.request("GET /c")
      #expect(try third.response().status == 200)
      // An unaccepted type or length is rejected first.
      third.request("POST /d", header: ["Content-Type: text/plain"], body: [1])
      #expect(try third.response().status == 415)
    }
  }
}
