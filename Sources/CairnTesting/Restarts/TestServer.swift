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
/// `.restarting`, the server restarts before each request.
public final class TestServer: Sendable {
  private struct State {
    var server: Server
    /// The number of requests that the server is processing.
    var underWay = 0
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
    self.settings = settings
    self.sessions = sessions
    self.make = make
    state = Mutex(State(server: try make(settings, sessions)))
  }

  /// The current server.
  public var server: Server { state.withLock(\.server) }

  /// Stops the server as `kill -9` does, and starts a new one.
  ///
  /// Requests that the old server is processing don't get an orderly end.
  public func restart() throws {
    let next = try make(settings, sessions)
    let last = state.withLock { state in
      defer { state.server = next }
      return state.server
    }
    last.abandon()
  }

  /// Runs a closure with the server, and restarts the server first if the test asks for restarts.
  ///
  /// The server doesn't restart while it's processing another request. That request would be lost without the
  /// browser noticing.
  func withServer<Result>(_ body: (Server) async throws -> Result) async throws -> Result {
    let (server, last) = try state.withLock { state in
      var last: Server?
      if Restarts.areMade, state.underWay == 0 {
        last = state.server
        state.server = try make(settings, sessions)
      }
      state.underWay += 1
      return (state.server, last)
    }
    last?.abandon()
    defer { state.withLock { $0.underWay -= 1 } }
    return try await body(server)
  }
}

/// Whether test servers restart before each request.
package enum Restarts {
  @TaskLocal package static var areMade = false
}
