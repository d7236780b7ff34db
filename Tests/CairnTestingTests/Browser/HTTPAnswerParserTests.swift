import Testing

@testable import CairnTesting

struct HTTPAnswerParserTests {
  private func parse(_ answer: String, method: String = "GET") throws -> BrowserResponse {
    // Byte by byte, to test every split that a network can make.
    var parser = HTTPAnswerParser(method: method)
    for byte in answer.utf8 {
      if case .complete(let response) = try parser.receive([byte]) { return response }
    }
    return try parser.receiveEnd()
  }

  @Test func `Reads a body with a length`() throws {
    let response = try parse(
      "HTTP/1.1 303 See Other\r\nLocation: /a\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n"
        + "Content-Length: 3\r\n\r\nabcdef")
    #expect(response.status == 303)
    #expect(response.header("location") == "/a")
    #expect(response.headerValues("Set-Cookie") == ["a=1", "b=2"])
    #expect(response.text == "abc")
  }

  @Test func `Reads a chunked body`() throws {
    let response = try parse(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n")
    #expect(response.text == "abc0123456789")
  }

  @Test func `Reads to the end of the connection`() throws {
    #expect(try parse("HTTP/1.0 200 OK\r\n\r\nabc").text == "abc")
  }

  @Test func `Skips interim responses`() throws {
    let response = try parse(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
    #expect(response.status == 200)
  }

  @Test func `Recognizes responses without a body`() throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
    #expect(try parse(head, method: "HEAD").body == [])
    #expect(try parse("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n").body == [])
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\n", "SSH-2.0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
  ])
  func `Rejects incomplete responses`(answer: String) {
    let error = #expect(throws: BrowserError.self) { try parse(answer) }
    #expect(error?.reason == .connection)
  }
}
