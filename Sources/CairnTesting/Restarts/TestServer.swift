public import CairnServer
public import CairnSessions
import Synchronization

/// A server that a test can kill and start again, as a deploy or a crash does.
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
/// What outlives a restart is what outlives a process: the store of the sessions and the secret. With
/// the trait ``Testing/Trait/restarting`` it is started anew before each request.
public final class TestServer: Sendable {
  private struct State {
    var server: Server
    /// How many requests are on their way.
    var underWay = 0
  }

  private let settings: ServerSettings
  private let sessions: any SessionStore
  private let make: @Sendable (ServerSettings, any SessionStore) throws -> Server
  private let state: Mutex<State>

  /// A server, which need not be started: browsers reach it in process.
  /// - Parameters:
  ///   - settings: What it is started with, each time.
  ///   - sessions: Where sessions are kept.
  ///   - make: Makes the server, again after each restart.
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

  /// The server that runs now.
  public var server: Server { state.withLock(\.server) }

  /// Ends the server as `kill -9` does, with nothing said to anybody, and starts it again.
  public func restart() throws {
    let next = try make(settings, sessions)
    let last = state.withLock { state in
      defer { state.server = next }
      return state.server
    }
    last.abandon()
  }

  /// Does something with the server, which is started anew before where the test asks for it; not
  /// while another request is on its way, which would be a loss that no browser is told of.
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

/// Whether servers under test are started anew before each request.
package enum Restarts {
  @TaskLocal package static var areMade = false
}
