import CairnTesting
import Synchronization
import Testing

@testable import CairnServer
@testable import WebDriver

extension GallerySite {
  /// A user who was never here, at a location; see ``Way``.
  func user(at location: String) async throws -> GalleryUser {
    let user = try await user()
    try await user.open(location)
    return user
  }

  /// Somebody who is nowhere yet.
  func user() async throws -> GalleryUser {
    let visit = Visit.current
    switch visit?.way ?? .inProcess {
    case .inProcess: return GalleryUser(self, browser(), nil)
    case .http:
      return GalleryUser(self, Browser(SocketTransport(port: server.port, timeout: 60)), nil)
    case .chromium:
      guard let chromium = visit?.chromium else { throw NoBrowser() }
      let host = "user\(Self.hosts.wrappingAdd(1, ordering: .relaxed).newValue).localhost"
      let tab = try await Tab(
        in: chromium, at: "http://\(host):\(server.port)", hasMouse: visit?.hasMouse != false)
      return GalleryUser(self, reader(of: tab), tab)
    }
  }

  /// What reads the pages of a tab.
  func reader(of tab: Tab) -> Browser { Browser(NoTransport(origin: tab.origin)) }

  /// Ends the server and starts it again, where that is to be done between any two steps.
  func restartIfAsked() async throws {
    guard Restarts.areMade, let visit = Visit.current, visit.way != .inProcess else { return }
    try await restart()
  }

  /// A scene as it is stored.
  func storedScene(_ mark: String) -> SceneSnapshot? {
    storedPayload(of: mark).flatMap(SceneSnapshot.init(encoded:))
  }

  private static let hosts = Atomic(0)
}

/// What reads pages sends nothing.
private struct NoTransport: BrowserTransport {
  let origin: String

  func send(_ request: BrowserRequest) async throws -> BrowserResponse { throw NoBrowser() }
}

private struct NoBrowser: Error {}
