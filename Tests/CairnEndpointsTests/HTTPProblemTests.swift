import CairnHTTP
import Testing

@testable import CairnEndpoints

/// Problems, and errors that aren't problems.
@Suite struct HTTPProblemTests {
  private struct Secret: Error, CustomStringConvertible {
    var description: String { "password 1234" }
  }

  @Test func `A problem is the response`() async throws {
    let site = try Site {
      Endpoint(.get, "/") { _ in
        throw HTTPProblem(
          status: .tooManyRequests, type: "https://example.org/problems/limit",
          title: "Limit reached", detail: "Try again in “10” s.", headers: [.retryAfter: "10"])
      }
    }
    let answer = try await site.answer("/")
    #expect(answer.status == 429)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["Retry-After"] == "10")
    #expect(
      answer.text
        == #"{"detail":"Try again in “10” s.","status":429,"title":"Limit reached","#
        + #""type":"https://example.org/problems/limit"}"#)
    #expect(site.reported == [])
  }

  @Test func `Only the status is required`() async throws {
    let site = try Site { Endpoint(.get, "/") { _ in throw HTTPProblem(status: .conflict) } }
    let answer = try await site.answer("/")
    #expect(answer.status == 409)
    #expect(answer.text == #"{"status":409,"title":"Conflict"}"#)
  }

  @Test func `Any other error is reported, and its text isn't sent`() async throws {
    let site = try Site { Endpoint(.get, "/rooms/:id") { _ in throw Secret() } }
    let answer = try await site.answer("/rooms/7")
    #expect(answer.status == 500)
    #expect(answer.text == #"{"status":500,"title":"Internal Server Error"}"#)
    #expect(site.reported == ["GET /rooms/:id: password 1234"])
  }

  @Test func `A cancellation is an error like others`() async throws {
    let site = try Site { Endpoint(.get, "/") { _ in throw CancellationError() } }
    #expect(try await site.answer("/").status == 500)
    #expect(site.reported.count == 1)
  }
}
