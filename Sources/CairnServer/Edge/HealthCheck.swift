import CairnHTTP
import CairnSessions
import Synchronization

/// The health check for load balancers.
///
/// It responds with 200 if the server and its session store work. It responds with 503 if the store fails or while the
/// server is stopping.
final class HealthCheck: Sendable {
  /// The path of the health check. The tilde keeps it apart from the locations of applications.
  static let path = "/~health"

  private let store: WatchedStore
  private let isStopping = Atomic(false)

  init(store: WatchedStore) {
    self.store = store
  }

  /// Makes the health check report that the server is stopping.
  func stop() {
    isStopping.store(true, ordering: .relaxed)
  }

  func answer() -> HTTPAnswer {
    guard !isStopping.load(ordering: .relaxed) else { return .now(Self.unwell("stopping")) }
    guard !store.isFailing else { return .now(Self.failing) }
    let promise = Promise<HTTPResponse>()
    store.load(SessionQuery(session: StoredSession.ID(bits: 0))) { result in
      switch result {
      case .success: promise.fulfill(Self.response("ok", .ok))
      case .failure: promise.fulfill(Self.failing)
      }
    }
    return promise.answer
  }

  private static var failing: HTTPResponse { unwell("the session store is failing") }

  private static func unwell(_ text: String) -> HTTPResponse {
    response(text, .serviceUnavailable)
  }

  private static func response(_ text: String, _ status: HTTPStatus) -> HTTPResponse {
    var response = HTTPResponse.text(text + "\n", status: status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
  }
}
