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
      notes.add("\(name) \(request.method) \(request.url)")
      let response = await next()
      notes.add("\(name) \(response.status.code)")
      return response.header(try #require(HTTPField.Name("X-\(name)")), "yes")
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
    to target: String = "/rooms?page=2", by method: HTTPMethod = .get,
    _ middleware: any Middleware...,
    responder: @escaping @Sendable () -> HTTPAnswer = { .now(.text("page")) },
    endpoint: @escaping MiddlewareChain.Responder = { nil }
  ) async throws -> Answer {
    let chain = MiddlewareChain(middleware, sessions: KnownSessions()) {
      [notes] name, error in
      notes.add("\(name): \(error)")
    }
    let request = try #require(HTTPRequest(method: method, target: target))
    let page = MiddlewareChain.Page(respond: responder) { $0() }
    return try await Self.answer(
      try #require(chain).passage(of: request, to: page, or: endpoint).answer())
  }

  private static func answer(_ answer: HTTPAnswer) async throws -> Answer {
    switch answer {
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
    let responder: @Sendable () -> HTTPAnswer = {
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

  // MARK: Passing on

  @Test func `HEAD passes through the middleware`() async throws {
    let answer = try await answer(to: "/", by: .head, noting("one"))
    #expect(answer.status == 200)
    #expect(notes.all == ["one HEAD /", "one 200"])
  }

  /// Passes requests on twice.
  private struct Repeating: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      let first = await next()
      let second = await next()
      return first.header(.second, "\(second.status.code)")
    }
  }

  @Test func `A request is passed on only once`() async throws {
    let calls = Notes()
    let answers = Mutex<[Answer]>([])
    try await withKnownIssue {
      let answer = try await self.answer(Repeating()) {
        calls.add("call")
        return .now(.text("page"))
      }
      answers.withLock { $0.append(answer) }
    } matching: { issue in
      issue.description.contains("Repeating called 'next' more than once")
    }
    let answer = try #require(answers.withLock { $0 }.first)
    #expect(answer.text == "page")
    #expect(answer.headers["X-Second"] == "500")
    #expect(calls.all == ["call"])
  }

  @TaskLocal private static var local = 0

  /// Sets a task-local value for the rest of the request.
  private struct Localizing: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      await MiddlewareTests.$local.withValue(MiddlewareTests.local + 1) { await next() }
    }
  }

  @Test func `Task-local values of middleware reach an endpoint`() async throws {
    let answer = try await answer(
      Localizing(), Localizing(), endpoint: { .now(.text("\(Self.local)")) })
    #expect(answer.text == "2")
  }

  /// Notes the segments of paths.
  private struct Reading: Middleware {
    let notes: Notes

    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      notes.add("\(request.segments)")
      return await next()
    }
  }

  @Test(
    arguments: [
      ("/%61dmin/%E2%82%AC/", #"["admin", "€"]"#), ("//admin", #"["admin"]"#), ("/", "[]"),
    ])
  func `The segments of a path are decoded`(target: String, segments: String) async throws {
    _ = try await answer(to: target, Reading(notes: notes))
    #expect(notes.all == [segments])
  }

  /// Notes the body and the number of parts.
  private struct ReadingBody: Middleware {
    let notes: Notes

    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      var parts = 0
      for try await _ in request.parts { parts += 1 }
      notes.add("\(String(decoding: request.body, as: UTF8.self)) \(parts)")
      return await next()
    }
  }

  @Test(arguments: [(false, "body 1"), (true, " 0")])
  func `Middleware can't read a body that an endpoint reads in parts`(
    inParts: Bool, expected: String
  ) async throws {
    let chain = try #require(
      MiddlewareChain([ReadingBody(notes: notes)], sessions: KnownSessions()) { _, _ in })
    let site = try Site {
      Endpoint(.post, "/", body: inParts ? .parts(limit: 100) : .bytes()) { request in
        var bytes: [UInt8] = []
        for try await part in request.parts { bytes += part }
        return .bytes(bytes)
      }
    }
    let plain = try #require(HTTPRequest(method: .post, target: "/", body: Array("body".utf8)))
    let request = inParts ? plain.withBodyInParts() : plain
    let page = MiddlewareChain.Page(
      respond: { .now(HTTPResponse(status: .notFound)) }, elsewhere: { $0() })
    let passage = chain.passage(of: request, to: page) {
      site.responder.respond(to: request)?.answer
    }
    let answer = try await Self.answer(passage.answer())
    #expect(answer.text == "body")
    #expect(notes.all == [expected])
  }

  // MARK: Cookies

  /// Returns another response than the one that it gets.
  private struct Replacing: Middleware {
    let notes: Notes
    let replace: @Sendable (EndpointResponse) throws -> EndpointResponse

    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      let response = await next()
      notes.add("\(response.headers[.setCookie] ?? "none")")
      return try replace(response)
    }
  }

  private static let replacements: [@Sendable (EndpointResponse) throws -> EndpointResponse] = [
    { $0 }, { $0.header(.setCookie, "own=1") }, { _ in .text("other") },
    { _ in throw HTTPProblem(status: .forbidden) }, { _ in throw Failure() },
    { $0.header(.cacheControl, "public, max-age=3600").header(.clearSiteData, #""storage""#) },
  ]

  @Test(arguments: replacements.indices)
  func `Middleware can't remove the cookie of a session, or make it cacheable`(
    index: Int
  ) async throws {
    let answer = try await answer(
      Replacing(notes: notes, replace: Self.replacements[index]),
      Replacing(notes: notes, replace: { $0 })
    ) {
      var response = HTTPResponse.text("page")
      response.headers.append("Set-Cookie", "session=1")
      response.headers.append("Clear-Site-Data", #""cache""#)
      return .now(response)
    }
    #expect(notes.all.prefix(2) == ["none", "none"])
    #expect(answer.headers.values(of: "Set-Cookie").last == "session=1")
    #expect(answer.headers.values(of: "Set-Cookie").count == (index == 1 ? 2 : 1))
    #expect(answer.headers.values(of: "Clear-Site-Data").last == #""cache""#)
    let policies = answer.headers.values(of: "Cache-Control")
    #expect(policies == ["private, no-cache"] || policies == ["private, no-store"])
  }

  @Test(arguments: [
    ("public, max-age=60", "private, no-store"), ("private, no-cache", "private, no-cache"),
  ])
  func `A middleware's own cookie isn't cacheable, either`(
    policy: String, forced: String
  ) async throws {
    let replace: @Sendable (EndpointResponse) throws -> EndpointResponse = {
      $0.header(.setCookie, "own=1")
    }
    let answer = try await answer(Replacing(notes: notes, replace: replace)) {
      var response = HTTPResponse.text("page")
      response.headers["Cache-Control"] = policy
      return .now(response)
    }
    #expect(answer.headers.values(of: "Cache-Control") == [forced])
    let other = try await self.answer(noting("one")) {
      var response = HTTPResponse.text("page")
      response.headers["Cache-Control"] = policy
      return .now(response)
    }
    #expect(other.headers["Cache-Control"] == policy)
  }
}

extension HTTPField.Name {
  fileprivate static let clearSiteData = Self("Clear-Site-Data")!
  fileprivate static let second = Self("X-Second")!
}
