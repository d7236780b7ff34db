package import CairnHTTP
import Dispatch

/// The middleware of a server, in the order in which requests pass through it.
package struct MiddlewareChain: Sendable {
  /// Responds to a request without middleware.
  package typealias Responder = @Sendable () -> HTTPAnswer

  private let all: [any Middleware]
  private let reserved: String
  private let sessions: any EndpointSessions
  private let report: @Sendable (_ name: String, any Error) -> Void

  /// Creates a chain, or returns `nil` if there is no middleware.
  /// - Parameters:
  ///   - prefix: The path below which the server serves everything.
  ///   - sessions: Runs the middleware without a session.
  ///   - report: Logs an error that a middleware has thrown.
  package init?(
    _ all: [any Middleware], prefix: PathPrefix = .none, sessions: any EndpointSessions,
    report: @escaping @Sendable (_ name: String, any Error) -> Void
  ) {
    guard !all.isEmpty else { return nil }
    self.all = all
    reserved = prefix.path + EndpointTable.reserved
    self.sessions = sessions
    self.report = report
  }

  /// Returns the answer of the middleware, or of the responder for paths that belong to the server.
  ///
  /// The middleware runs in a task, which inherits the task-local values of the caller.
  package func answer(to request: HTTPRequest, _ responder: @escaping Responder) -> HTTPAnswer {
    guard !request.rawPath.utf8.starts(with: reserved.utf8) else { return responder() }
    let promise = Promise()
    Task {
      promise.fulfill(
        await sessions.withoutSession { await response(of: all[...], to: request, responder) })
    }
    return .later(promise)
  }

  private func response(
    of rest: ArraySlice<any Middleware>, to request: HTTPRequest, _ responder: @escaping Responder
  ) async -> HTTPResponse {
    guard let first = rest.first else { return await Self.response(of: responder) }
    do {
      let response = try await first.respond(to: EndpointRequest(request, path: [])) {
        EndpointResponse(await self.response(of: rest.dropFirst(), to: request, responder))
      }
      return try EndpointResponder.secured(response, to: request)
    } catch let problem as HTTPProblem {
      return EndpointResponder.secured(problem)
    } catch {
      report("\(type(of: first))", error)
      return EndpointResponder.secured(HTTPProblem(status: .internalServerError))
    }
  }

  /// Returns the response of a page or an endpoint.
  ///
  /// A page may wait for its scene, which would block a thread that the work of the scene needs.
  private static func response(of responder: @escaping Responder) async -> HTTPResponse {
    let response = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        switch responder() {
        case .now(let response): continuation.resume(returning: response as HTTPResponse?)
        case .later(let promise): promise.whenFulfilled { continuation.resume(returning: $0) }
        }
      }
    }
    return response ?? EndpointResponder.secured(HTTPProblem(status: .internalServerError))
  }
}
