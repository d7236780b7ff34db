public import CairnServer
public import CairnSessions
import Synchronization

/// A server that a test can restart, to simulate a deployment or a crash.
///
/// ```swift
/// let server = try TestServer { settings, sessions in
///   try Server(settings: settings, sessions: sessions) { Mount("/inventory", InventoryApp.self) }
/// }
/// let browser = Browser(InProcessTransport(server))
/// try await browser.open("/inventory/add")
/// try server.restart()
/// try await browser.click("Save")
/// ```
/// As with a real process, the session store and the secret outlive a restart. With the trait
/// `.restarting`, the server restarts before each request. With the trait `.severalServers`, requests are sent in turn to
/// three servers that share the store.
public final class TestServer: Sendable {
  private struct State {
    /// The servers that share the sessions, which is usually only one.
    var servers: [Server]
    /// The number of requests so far.
    var requests = 0
    /// The number of requests that are being processed.
    var underWay = 0

    /// Replaces the servers, and returns the previous ones.
    mutating func replace(by next: [Server]) -> [Server] {
      defer { servers = next }
      return servers
    }
  }

  private let settings: ServerSettings
  private let sessions: any SessionStore
  private let make: @Sendable (ServerSettings, any SessionStore) throws -> Server
  private let state: Mutex<State>

  /// Creates a server. You don't need to start it, because browsers use it in the same process.
  /// - Parameters:
  ///   - settings: The settings for each start of the server. Without a secret, the server gets a fixed one.
  ///   - sessions: The session store, which outlives restarts.
  ///   - make: Creates the server, and is called again for each restart.
  public init(
    settings: ServerSettings = ServerSettings(),
    sessions: any SessionStore = MemorySessionStore(),
    make: @escaping @Sendable (ServerSettings, any SessionStore) throws -> Server
  ) throws {
    var settings = settings
    settings.secretBytes = settings.secretBytes ?? Array("the secret of a server under test".utf8)
    let count = Servers.count
    let sessions: any SessionStore = count > 1 ? SharedSessionStore(sessions) : sessions
    self.settings = settings
    self.sessions = sessions
    self.make = make
    state = Mutex(State(servers: try (0..<count).map { _ in try make(settings, sessions) }))
  }

  /// The current server. With the trait `.severalServers`, it's the first of them.
  public var server: Server { state.withLock { $0.servers[0] } }

  private func makeServers(_ count: Int) throws -> [Server] {
    try (0..<count).map { _ in try make(settings, sessions) }
  }

  /// Stops the server as `kill -9` does, and starts a new one.
  ///
  /// Requests that the old server is processing don't get an orderly end.
  public func restart() throws {
    let next = try makeServers(state.withLock(\.servers.count))
    for last in state.withLock({ $0.replace(by: next) }) { last.abandon() }
  }

  /// Runs a closure with the server whose turn it is, and restarts it first if the test asks for restarts.
  ///
  /// The server doesn't restart while it's processing another request. That request would be lost without the
  /// browser noticing.
  func withServer<Result>(_ body: (Server) async throws -> Result) async throws -> Result {
    let (server, last) = try state.withLock { state in
      var last: [Server] = []
      if Restarts.areMade, state.underWay == 0 {
        last = state.replace(by: try makeServers(state.servers.count))
      }
      state.underWay += 1
      defer { state.requests += 1 }
      return (state.servers[state.requests % state.servers.count], last)
    }
    for last in last { last.abandon() }
    defer { state.withLock { $0.underWay -= 1 } }
    return try await body(server)
  }
}

/// Whether test servers restart before each request.
package enum Restarts {
  @TaskLocal package static var areMade = false
}
