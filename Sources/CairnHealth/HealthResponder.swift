import CairnBytes
package import CairnHTTP
import Synchronization

/// Responds to the health checks of load balancers and service managers.
///
/// - `/~health`, below the server's prefix, responds with 200 if the server and its session store work (liveness).
/// - `/~ready` responds with 200 if the server should also get requests of users (readiness). The checks of the
///   application must pass.
package final class HealthResponder: Sendable {
  /// The path for liveness. The tilde keeps it apart from the locations of applications.
  private let healthPath: String
  /// The path for readiness.
  private let readyPath: String

  private enum Phase: UInt8, AtomicRepresentable {
    case starting, serving, draining, stopping
  }

  /// A closure that checks whether the session store works.
  package typealias StoreCheck =
    @Sendable (_ completion: @escaping @Sendable (_ isWorking: Bool) -> Void) -> Void
  /// A closure that returns a mistake in the setup of the server, or `nil` if none is known.
  package typealias SetupCheck = @Sendable () -> String?

  private let phase = Atomic(Phase.starting)
  private let checks: HealthChecks
  private let checkStore: StoreCheck
  private let checkSetup: SetupCheck

  package init(
    checks: HealthChecks, prefix: PathPrefix = .none, checkStore: @escaping StoreCheck,
    checkSetup: @escaping SetupCheck = { nil }
  ) {
    healthPath = prefix.path + "/~health"
    readyPath = prefix.path + "/~ready"
    self.checks = checks
    self.checkStore = checkStore
    self.checkSetup = checkSetup
  }

  /// Makes the server ready.
  package func start() {
    _ = phase.compareExchange(expected: .starting, desired: .serving, ordering: .relaxed)
  }

  /// Reports from now on that the server isn't ready, because it will stop soon. It's still alive.
  ///
  /// - Returns: Whether the server was serving until now.
  package func drain() -> Bool {
    phase.compareExchange(expected: .serving, desired: .draining, ordering: .relaxed).exchanged
  }

  /// Whether the server isn't ready, because it will stop soon.
  package var isDraining: Bool { phase.load(ordering: .relaxed) == .draining }

  /// Reports from now on that the server is stopping.
  package func stop() { phase.store(.stopping, ordering: .relaxed) }

  /// Returns the answer to a health check, or `nil` if the request is for another path.
  package func answer(to request: HTTPRequest) -> HTTPAnswer? {
    let isReadiness = request.rawPath.hasSameBytes(as: readyPath)
    guard isReadiness || request.rawPath.hasSameBytes(as: healthPath) else { return nil }
    switch phase.load(ordering: .relaxed) {
    case .stopping: return .now(Self.unwell("stopping"))
    case .starting where isReadiness: return .now(Self.unwell("starting"))
    case .draining where isReadiness: return .now(Self.unwell("stopping"))
    case .starting, .serving, .draining: break
    }
    let promise = Promise()
    checkStore { [checks, checkSetup] isWorking in
      guard isWorking else {
        promise.fulfill(Self.unwell("the session store is failing"))
        return
      }
      guard isReadiness else {
        promise.fulfill(Self.response("ok", .ok))
        return
      }
      checks.check { failed in
        promise.fulfill(
          failed.isEmpty
            ? Self.response(checkSetup().map { "ok\nwarning: \($0)" } ?? "ok", .ok)
            : Self.unwell("failed: \(failed.joined(separator: ", "))"))
      }
    }
    return promise.answer
  }

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
