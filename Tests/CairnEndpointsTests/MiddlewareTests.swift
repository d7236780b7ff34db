import CairnHTTP
import Synchronization
import Testing

@testable import CairnEndpoints

/// Code that runs before and after requests.
@Suite struct MiddlewareTests {
  /// Notes when it begins and ends.
  private struct Noting: Middleware {
    let name: String
    let notes: Notes

    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      notes.add("\(name) \(request.method.name) \(request.url)")
      let response = await next()
      notes.add("\(name) \(response.status.rawValue)")
      return response.header("X-\(name)", "yes")
    }
  }

  /// Responds with an error.
  private struct Failing: Middleware {
    let error: any Error

    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      throw error
    }
  }

  /// Responds without passing requests on.
  private struct Closing: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      .json(["closed": true])
    }
  }

  private struct Failure: Error {}

  private final class Notes: Sendable {
    private let notes = Mutex<[String]>([])
    var all: [String] { notes.withLock { $0 } }
    func add(_ note: String) { notes.withLock { $0.append(note) } }
  }

  private let notes = Notes()

  private func noting(_ name: String) -> Noting { Noting(name: name, notes: notes) }

  private func answer(
    to target: String = "/rooms?page=2", prefix: PathPrefix = .none,
    _ middleware: any Middleware...,
    responder: @escaping MiddlewareChain.Responder = { .now(.text("page")) }
  ) async throws -> Answer {
    let chain = MiddlewareChain(middleware, prefix: prefix, sessions: KnownSessions()) {
      [notes] name, error in
      notes.add("\(name): \(error)")
    }
    let request = try #require(HTTPRequest(target: target))
    switch try #require(chain).answer(to: request, responder) {
    case .now(let response): return Answer(response)
    case .later(let promise):
      let response = await withCheckedContinuation { continuation in
        promise.whenFulfilled { continuation.resume(returning: $0) }
      }
      return Answer(try #require(response))
    }
  }

  @Test func `Without middleware, there is no chain`() {
    let chain = MiddlewareChain([], sessions: KnownSessions()) { _, _ in }
    #expect(chain == nil)
  }

  @Test func `Requests pass through the middleware in its order`() async throws {
    let answer = try await answer(noting("one"), noting("two"))
    #expect(
      notes.all == ["one GET /rooms?page=2", "two GET /rooms?page=2", "two 200", "one 200"])
    #expect(answer.status == 200)
    #expect(answer.text == "page")
    #expect(answer.headers["X-one"] == "yes")
    #expect(answer.headers["X-two"] == "yes")
    #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
  }

  @Test func `A response that comes later passes through the middleware, too`() async throws {
    let promise = Promise()
    let responder: MiddlewareChain.Responder = {
      promise.fulfill(HTTPResponse(status: .noContent))
      return .later(promise)
    }
    let answer = try await answer(noting("one"), responder: responder)
    #expect(answer.status == 204)
    #expect(notes.all.last == "one 204")
  }

  @Test func `A middleware responds without passing the request on`() async throws {
    let answer = try await answer(noting("one"), Closing(), noting("two"))
    #expect(answer.text == #"{"closed":true}"#)
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
    #expect(notes.all == ["one GET /rooms?page=2", "one 200"])
  }

  @Test func `A problem is the response, and other middleware sees it`() async throws {
    let problem = HTTPProblem(status: .forbidden, detail: "Not here.")
    let answer = try await answer(noting("one"), Failing(error: problem))
    #expect(answer.status == 403)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
    #expect(notes.all == ["one GET /rooms?page=2", "one 403"])
  }

  @Test func `Other errors are reported`() async throws {
    let answer = try await answer(Failing(error: Failure()))
    #expect(answer.status == 500)
    #expect(notes.all == ["Failing: Failure()"])
  }

  @Test(arguments: [("/~health", ""), ("/shop/~live", "/shop")])
  func `Paths of the server don't pass through middleware`(
    request: (target: String, prefix: String)
  ) async throws {
    let prefix = try #require(PathPrefix(request.prefix))
    let answer = try await answer(to: request.target, prefix: prefix, Closing())
    #expect(answer.text == "page")
  }
}
