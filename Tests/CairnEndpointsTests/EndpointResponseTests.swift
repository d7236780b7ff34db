import CairnHTTP
import Foundation
import Testing

@testable import CairnEndpoints

/// The status, header, and body of responses.
@Suite struct EndpointResponseTests {
  private struct Room: Encodable {
    var url = "/rooms/7"
    var name = "Oak"
    var opened = Date(timeIntervalSince1970: 0)
  }

  private func answer(
    _ response: @escaping @Sendable () -> EndpointResponse
  ) async throws -> Answer {
    try await Site { Endpoint(.get, "/") { _ in response() } }.answer("/")
  }

  @Test func `JSON has sorted keys and dates of ISO 8601`() async throws {
    let answer = try await answer { .json(Room(), status: .created) }
    #expect(answer.status == 201)
    #expect(answer.headers["Content-Type"] == "application/json")
    #expect(
      answer.text == #"{"name":"Oak","opened":"1970-01-01T00:00:00Z","url":"/rooms/7"}"#)
  }

  @Test func `A value that can't be encoded is an error of the endpoint`() async throws {
    let site = try Site { Endpoint(.get, "/number") { _ in .json(Double.nan) } }
    let answer = try await site.answer("/number")
    #expect(answer.status == 500)
    #expect(answer.text == #"{"status":500,"title":"Internal Server Error"}"#)
    #expect(site.reported.count == 1)
    #expect(site.reported.first?.hasPrefix("GET /number: ") == true)
  }

  @Test func `Texts, HTML, and bytes have their types`() async throws {
    let text = try await answer { .text("a,b", contentType: "text/csv; charset=utf-8") }
    #expect(text.headers["Content-Type"] == "text/csv; charset=utf-8")
    let plain = try await answer { .text("é") }
    #expect(plain.headers["Content-Type"] == "text/plain; charset=utf-8")
    #expect(plain.text == "é")
    let html = try await answer { .html("<p>") }
    #expect(html.headers["Content-Type"] == "text/html; charset=utf-8")
    let bytes = try await answer { .bytes([0, 255]) }
    #expect(bytes.headers["Content-Type"] == "application/octet-stream")
    #expect(bytes.bytes == [0, 255])
  }

  @Test func `A response has the header fields of pages unless it replaces them`() async throws {
    let answer = try await answer {
      .text("").header(.cacheControl, "public, max-age=60").header(.room, "7")
    }
    #expect(answer.headers.values(of: "Cache-Control") == ["public, max-age=60"])
    #expect(answer.headers["X-Room"] == "7")
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
    #expect(answer.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    let other = try await self.answer { .noContent }
    #expect(other.status == 204)
    #expect(other.headers["Content-Type"] == nil)
    #expect(other.headers["Cache-Control"] == "private, no-cache")
  }

  @Test(arguments: [
    (EndpointResponse.Redirect.seeOther, 303), (.temporary, 307), (.permanent, 308),
  ])
  func `A redirect has its status`(kind: EndpointResponse.Redirect, status: Int) async throws {
    let answer = try await answer { .redirect(to: "/rooms?q=a%20b#top", kind) }
    #expect(answer.status == status)
    #expect(answer.headers["Location"] == "/rooms?q=a%20b#top")
  }

  @Test func `A redirect's URL can't end the header field`() async throws {
    let answer = try await answer { .redirect(to: "/é \"\r\nSet-Cookie: a") }
    #expect(answer.headers["Location"] == "/%C3%A9%20%22%0D%0ASet-Cookie:%20a")
  }

  @Test func `A field's value can't end the field`() async throws {
    let answer = try await answer {
      .text("").header(.room, "7\r\nSet-Cookie: a\0b")
    }
    #expect(answer.headers["X-Room"] == "7  Set-Cookie: a b")
    #expect(answer.headers["Set-Cookie"] == nil)
  }

  @Test func `Fields with the same name stay separate`() async throws {
    let answer = try await answer {
      var response = EndpointResponse.noContent
      response.headers[values: .setCookie] = ["a=1", "b=2"]
      return response
    }
    #expect(answer.headers.values(of: "Set-Cookie") == ["a=1", "b=2"])
  }

  @Test func `Content of users is an origin of its own`() async throws {
    let answer = try await answer { .html("<script src=/a.js></script>").sandboxed() }
    #expect(
      answer.headers["Content-Security-Policy"]
        == "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    #expect(answer.headers.values(of: "X-Content-Type-Options") == ["nosniff"])
  }

  @Test func `A status that HTTP doesn't define is sent`() async throws {
    let answer = try await answer { .text("", status: .init(code: 299)) }
    #expect(answer.status == 299)
  }

  @Test(arguments: [
    ("rooms.csv", "attachment; filename=\"rooms.csv\""),
    ("a b.csv", "attachment; filename=\"a b.csv\""),
    (
      "Räume €.csv",
      "attachment; filename=\"R_ume _.csv\"; filename*=UTF-8''R%C3%A4ume%20%E2%82%AC.csv"
    ),
    ("a\"b.csv", "attachment; filename=\"a_b.csv\"; filename*=UTF-8''a%22b.csv"),
    ("100%.csv", "attachment; filename=\"100_.csv\"; filename*=UTF-8''100%25.csv"),
    ("a\u{200C}b", "attachment; filename=\"a_b\"; filename*=UTF-8''a%E2%80%8Cb"),
    ("../a\\b", "attachment; filename=\".._a_b\""),
    ("a\r\nb\0c\u{7f}\u{202e}", "attachment; filename=\"a__b_c__\""),
    ("", "attachment; filename=\"\""),
  ])
  func `A download has a name in any language`(name: String, field: String) async throws {
    let answer = try await answer { .text("").download(as: name) }
    #expect(answer.headers["Content-Disposition"] == field)
  }
}
