import CairnServer
package import CairnTesting
import Synchronization
package import WebDriver

extension FlowSite {
  /// Creates a new user at a location. See ``Way``.
  package func user(at location: String) async throws -> FlowUser {
    let user = try await user()
    try await user.open(location)
    return user
  }

  /// Creates a new user without a page.
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

  /// Creates a user without a script, independent of the way of the test.
  package func userWithoutScript() -> FlowUser { FlowUser(self, browser(), nil) }

  /// Creates a browser of a new user, without a script. It sends requests in process, or over HTTP if
  /// the flow runs that way.
  package func browser() -> Browser {
    Visit.current?.way == .http ? Browser(OverHTTP(site: self)) : Browser(transport)
  }

  /// Creates a browser of a new user at a location, without a script.
  package func browser(at location: String) async throws -> Browser {
    let browser = browser()
    try await browser.open(location)
    return browser
  }

  /// A browser that parses the pages of a tab.
  package func reader(of tab: Tab) -> Browser { Browser(NoTransport(origin: tab.origin)) }

  /// Restarts the server if the flow runs with restarts between steps.
  func restartIfAsked() async throws {
    if Restarts.areMade { try await restart() }
  }

  private static let hosts = Atomic(0)
}

/// Sends requests over a socket to the current server, and restarts the server before each if the flow
/// requires it.
private struct OverHTTP: BrowserTransport {
  let site: FlowSite

  private var socket: SocketTransport { SocketTransport(port: site.server.port, timeout: 300) }

  var origin: String { socket.origin }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    try await site.restartIfAsked()
    return try await socket.send(request)
  }
}

/// The transport of a browser that only parses pages.
private struct NoTransport: BrowserTransport {
  let origin: String

  func send(_ request: BrowserRequest) async throws -> BrowserResponse { throw NoBrowser() }
}

private struct NoBrowser: Error {}
