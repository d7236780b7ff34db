import CairnServer
package import CairnTesting
import Synchronization
package import WebDriver

extension FlowSite {
  /// A user who was never here, at a location; see ``Way``.
  package func user(at location: String) async throws -> FlowUser {
    let user = try await user()
    try await user.open(location)
    return user
  }

  /// Somebody who is nowhere yet.
  package func user() async throws -> FlowUser {
    guard let visit = Visit.current, visit.way == .chromium else {
      return userWithoutScript()
    }
    guard let chromium = visit.chromium else { throw NoBrowser() }
    let host = "user\(Self.hosts.wrappingAdd(1, ordering: .relaxed).newValue).localhost"
    let tab = try await Tab(
      in: chromium, at: "http://\(host):\(server.port)", hasMouse: visit.hasMouse)
    return FlowUser(self, reader(of: tab), tab)
  }

  /// Somebody without a script, however others come.
  package func userWithoutScript() -> FlowUser { FlowUser(self, browser(), nil) }

  /// The browser of somebody who was never here, without a script: in the process, or over HTTP where the flow is
  /// taken so.
  package func browser() -> Browser {
    Visit.current?.way == .http ? Browser(OverHTTP(site: self)) : Browser(transport)
  }

  /// The same, at a location.
  package func browser(at location: String) async throws -> Browser {
    let browser = browser()
    try await browser.open(location)
    return browser
  }

  /// What reads the pages of a tab.
  package func reader(of tab: Tab) -> Browser { Browser(NoTransport(origin: tab.origin)) }

  /// Ends the server and starts it again, where that is to be done between any two steps.
  func restartIfAsked() async throws {
    if Restarts.areMade { try await restart() }
  }

  private static let hosts = Atomic(0)
}

/// Carries requests over a socket to the server that runs then; where that is asked for it is started anew before.
private struct OverHTTP: BrowserTransport {
  let site: FlowSite

  private var socket: SocketTransport { SocketTransport(port: site.server.port, timeout: 60) }

  var origin: String { socket.origin }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    try await site.restartIfAsked()
    return try await socket.send(request)
  }
}

/// What reads pages sends nothing.
private struct NoTransport: BrowserTransport {
  let origin: String

  func send(_ request: BrowserRequest) async throws -> BrowserResponse { throw NoBrowser() }
}

private struct NoBrowser: Error {}
