package import CairnHTTP
import IssueReporting
import Synchronization

/// The middleware of a server, in the order in which requests pass through it.
package struct MiddlewareChain: Sendable {
  /// Responds to a request without middleware. It's called in the task of the middleware, so it must not block.
  package typealias Responder = @Sendable () -> HTTPAnswer

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

  /// Returns the answer of the middleware.
  ///
  /// The middleware runs in a task, which inherits the task-local values of the caller. The responder has those of the
  /// innermost middleware.
  package func answer(to request: HTTPRequest, _ responder: @escaping Responder) -> HTTPAnswer {
    let promise = Promise()
    Task { [self] in
      let withheld = WithheldFields()
      let response = await sessions.withoutSession(for: request) {
        await self.response(of: all[...], to: request, withholding: withheld, responder)
      }
      promise.fulfill(withheld.restored(to: response))
    }
    return .later(promise)
  }

  private func response(
    of rest: ArraySlice<any Middleware>, to request: HTTPRequest, withholding: WithheldFields,
    _ responder: @escaping Responder
  ) async -> HTTPResponse {
    guard let first = rest.first else {
      return withholding.taken(from: await Self.response(of: responder))
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

  /// Returns the response of a page or an endpoint.
  private static func response(of responder: Responder) async -> HTTPResponse {
    let response: HTTPResponse? =
      switch responder() {
      case .now(let response): response
      case .later(let promise):
        await withCheckedContinuation { continuation in
          promise.whenFulfilled { continuation.resume(returning: $0) }
        }
      }
    return response ?? EndpointResponder.secured(HTTPProblem(status: .internalServerError))
  }
}
