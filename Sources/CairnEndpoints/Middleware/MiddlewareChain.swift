package import CairnHTTP
import IssueReporting
import Synchronization

/// The middleware of a server, in the order in which requests pass through it.
package struct MiddlewareChain: Sendable {
  /// Returns the answer of an endpoint, or `nil` if a page responds to the request. It's called in the task of the
  /// middleware, so it inherits the task-local values of the innermost one, and must not block.
  package typealias Responder = @Sendable () -> HTTPAnswer?

  /// The page that responds to a request for which there's no endpoint.
  package struct Page: Sendable {
    let respond: @Sendable () -> HTTPAnswer
    let elsewhere: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameters:
    ///   - respond: Returns the page's answer. It's called outside of the task of the middleware. If the middleware
    ///     hasn't waited for anything, it's called on the thread that received the request.
    ///   - elsewhere: Runs work on a thread that it may block.
    package init(
      respond: @escaping @Sendable () -> HTTPAnswer,
      elsewhere: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
      self.respond = respond
      self.elsewhere = elsewhere
    }
  }

  /// A request on its way through the middleware.
  package struct Passage {
    let executor: CallerExecutor
    let promise: Promise

    /// Returns the answer of the middleware. Call this once, on the thread that has created the passage.
    package func answer() -> HTTPAnswer {
      executor.run()
      return promise.answer
    }
  }

  private let all: [any Middleware]
  private let sessions: any EndpointSessions
  private let report: @Sendable (_ name: String, any Error) -> Void

  /// Creates a chain, or returns `nil` if there is no middleware.
  /// - Parameters:
  ///   - sessions: Runs the middleware without a session.
  ///   - report: Logs an error that a middleware has thrown.
  package init?(
    _ all: [any Middleware], sessions: any EndpointSessions,
    report: @escaping @Sendable (_ name: String, any Error) -> Void
  ) {
    guard !all.isEmpty else { return nil }
    self.all = all
    self.sessions = sessions
    self.report = report
  }

  /// Begins to pass a request through the middleware.
  ///
  /// The middleware runs in a task, which inherits the task-local values of the caller. Until it waits for something, it
  /// runs on the thread that calls ``Passage/answer()``.
  package func passage(
    of request: HTTPRequest, to page: Page, or endpoint: @escaping Responder = { nil }
  ) -> Passage {
    let passage = Passage(executor: CallerExecutor(), promise: Promise())
    Task(executorPreference: passage.executor) { [self] in
      let withheld = WithheldFields()
      let response = await sessions.withoutSession(for: request) {
        await self.response(of: all[...], to: request, withholding: withheld) {
          await Self.response(of: endpoint, or: page, on: passage.executor)
        }
      }
      passage.promise.fulfill(withheld.restored(to: response))
    }
    return passage
  }

  private func response(
    of rest: ArraySlice<any Middleware>, to request: HTTPRequest, withholding: WithheldFields,
    _ responder: @escaping @Sendable () async -> HTTPResponse
  ) async -> HTTPResponse {
    guard let first = rest.first else {
      return withholding.taken(from: await responder())
    }
    let name = "\(type(of: first))"
    let isPassedOn = Flag()
    do {
      let outer = EndpointRequest(request, path: [], access: .middleware)
      let response = try await first.respond(to: outer) {
        guard isPassedOn.raise() else { return Self.repetition(by: name) }
        return EndpointResponse(
          await self.response(
            of: rest.dropFirst(), to: request, withholding: withholding, responder))
      }
      return try EndpointResponder.secured(response, to: request) { [report] in
        report("\(type(of: first))", $0)
      }
    } catch let problem as HTTPProblem {
      return EndpointResponder.secured(problem)
    } catch {
      report(name, error)
      return EndpointResponder.secured(HTTPProblem(status: .internalServerError))
    }
  }

  /// Whether a middleware has passed a request on.
  private final class Flag: Sendable {
    private let isRaised = Atomic(false)

    /// Returns `false` if it was called before.
    func raise() -> Bool { !isRaised.exchange(true, ordering: .relaxed) }
  }

  /// Returns the response of `next` to a second call. The request isn't processed again.
  private static func repetition(by name: String) -> EndpointResponse {
    reportIssue(
      """
      \(name) called 'next' more than once for one request. The request isn't processed again, and the second call \
      returns a response with status 500. Keep the response of the first call.
      """)
    return EndpointResponse(
      EndpointResponder.secured(HTTPProblem(status: .internalServerError)))
  }

  /// Returns the response of an endpoint or a page.
  private static func response(
    of endpoint: Responder, or page: Page, on executor: CallerExecutor
  ) async -> HTTPResponse {
    let answer = endpoint()
    if case .now(let response) = answer { return response }
    let response: HTTPResponse? = await withCheckedContinuation { continuation in
      let promise = Promise()
      promise.whenFulfilled { continuation.resume(returning: $0) }
      if let answer { return promise.fulfill(answer) }
      executor.perform({ promise.fulfill(page.respond()) }, elsewhere: page.elsewhere)
    }
    return response ?? EndpointResponder.secured(HTTPProblem(status: .internalServerError))
  }
}
