import CairnHTTP
import Testing

@Suite(.timeLimit(.minutes(30)))
struct FormTests {
  private static let urlencoded = "Content-Type: application/x-www-form-urlencoded"

  /// Sends a body, whole or in pieces of a given size, and returns the received fields.
  private func post(
    _ body: [UInt8], _ type: String, pieces: Int? = nil,
    limits: RequestLimits = RequestLimits()
  ) async throws -> (status: Int, fields: [String]) {
    let (forms, arrived) = AsyncStream.makeStream(of: [String].self)
    var status = 0
    try await withServer(
      configured { $0.limits = limits },
      answer: answering { request in
        arrived.yield(request.form.map { "\($0.name)=\($0.value)" })
        return .now(.text("ok"))
      }
    ) { server in
      let client = try Client(port: server.port)
      if let pieces {
        client.request("POST /", header: [type, "Content-Length: \(body.count)"])
        for start in stride(from: 0, to: body.count, by: pieces) {
          client.send(Array(body[start..<min(start + pieces, body.count)]))
        }
      } else {
        client.request("POST /", header: [type], body: body)
      }
      status = try client.response().status
    }
    arrived.finish()
    for await form in forms { return (status, form) }
    return (status, [])
  }

  @Test(arguments: [nil, 1, 2, 3, 7, 1000])
  func `Decodes URL-encoded forms`(pieces: Int?) async throws {
    let body = "a=1&b=&b=&b=%41&b=&c&%7Ef.1=x+y%26%3D&a=2&nul=a%00b&e=%F0%9F%98%80%C3%A9&p=100%25"
    let (status, fields) = try await post(Array(body.utf8), Self.urlencoded, pieces: pieces)
    #expect(status == 200)
    #expect(
      fields == [
        "a=1", "b=", "b=", "b=A", "b=", "c=", "~f.1=x y&=", "a=2", "nul=a\0b", "e=😀é", "p=100%",
      ])
  }

  @Test(arguments: [nil, 1, 3, 511, 1000])
  func `Decodes multipart forms`(pieces: Int?) async throws {
    let parts = [
      ("a", "1"), ("b", ""), ("b", "\r\n"), ("b", ""), ("b", "3"), ("~f.1", "x\r\ny\n--BOUND\r\n"),
      ("a", "2"), ("nul", "a\0b"),
      ("e", "😀é"), ("long", String(repeating: "é", count: 10_000)),
    ]
    var body = ""
    for (name, value) in parts {
      body += "--BOUNDARY\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    body += "--BOUNDARY--\r\n"
    let (status, fields) = try await post(
      Array(body.utf8), "Content-Type: multipart/form-data; boundary=BOUNDARY", pieces: pieces)
    #expect(status == 200)
    #expect(fields == parts.map { "\($0)=\($1)" })
  }

  @Test func `Decodes long values`() async throws {
    let text = String(repeating: "<ä😀\0\">", count: 2_000)
    let encoded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let (status, fields) = try await post(Array("n=\(encoded)&m=1".utf8), Self.urlencoded)
    #expect(status == 200)
    #expect(fields == ["n=\(text)", "m=1"])
  }

  @Test(arguments: [
    ("; charset=utf-8", 200), ("; charset=\"UTF-8\"", 200), (";", 200),
    ("; charset=iso-8859-1", 415), ("; charset=UTF-16", 415), ("; charset=utf-7", 415),
    ("; charset=utf-8; charset=utf-7", 400), ("; charset*=utf-7''x", 400), ("; charset", 400),
  ])
  func `Accepts forms only in UTF-8`(parameters: String, status: Int) async throws {
    let urlencoded = try await post(Array("a=1".utf8), Self.urlencoded + parameters)
    #expect(urlencoded.status == status)
    let part = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n"
    let multipart = try await post(
      Array("\(part)\r\n1\r\n--B--\r\n".utf8),
      "Content-Type: multipart/form-data; boundary=B\(parameters)")
    #expect(multipart.status == status)
    // The type of a field can also specify an encoding.
    let field = try await post(
      Array("\(part)Content-Type: text/plain\(parameters)\r\n\r\n1\r\n--B--\r\n".utf8),
      "Content-Type: multipart/form-data; boundary=B")
    #expect(field.status == status)
  }

  @Test(arguments: ["a=%FF", "%FF=a", "a=%C3&b=%A9", "a=%zz", "a=%4", "a=x\n"])
  func `Rejects malformed forms`(body: String) async throws {
    #expect(try await post(Array(body.utf8), Self.urlencoded).status == 400)
  }

  @Test func `Rejects a multipart form without its end`() async throws {
    let type = "Content-Type: multipart/form-data; boundary=BOUND"
    let begin = "--BOUND\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1"
    #expect(try await post(Array(begin.utf8), type).status == 400)
    #expect(try await post(Array(begin.utf8), "Content-Type: multipart/form-data").status == 400)
  }

  @Test func `Rejects files but accepts empty file fields`() async throws {
    let type = "Content-Type: multipart/form-data; boundary=BOUND"
    func body(_ fileName: String, _ content: String) -> [UInt8] {
      let disposition = "Content-Disposition: form-data; name=\"f\"; filename=\"\(fileName)\""
      return Array("--BOUND\r\n\(disposition)\r\n\r\n\(content)\r\n--BOUND--\r\n".utf8)
    }
    #expect(try await post(body("a.txt", "hello"), type).status == 415)
    let empty = try await post(body("", ""), type)
    #expect(empty.status == 200)
    #expect(empty.fields == ["f="])
  }

  @Test func `Limits the number of fields and their size`() async throws {
    var limits = RequestLimits()
    limits.maxFields = 3
    limits.maxFieldSize = 10
    func status(_ body: String) async throws -> Int {
      try await post(Array(body.utf8), Self.urlencoded, limits: limits).status
    }
    #expect(try await status("a=1&b=2&c=3") == 200)
    #expect(try await status("a=1&b=2&c=3&d=4") == 413)
    #expect(try await status("a=1234567890") == 200)
    #expect(try await status("a=12345678901") == 413)
  }
}
