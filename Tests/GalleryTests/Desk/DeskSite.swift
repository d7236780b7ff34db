import CairnServer
import CairnSessions
import CairnTesting

/// A server with the desk, which has locations, and the pad, which has none.
struct DeskSite {
  let database: DeskDatabase
  private let server: TestServer

  /// - Parameter keepsSessions: Whether sessions survive a restart. Tests of the walks pass `false` to
  ///   plant a fault.
  init(_ database: DeskDatabase = DeskDatabase(), keepsSessions: Bool = true) throws {
    self.database = database
    var settings = ServerSettings()
    // Enough for walks with many branches.
    settings.scenesPerSession = 1000
    server = try TestServer(settings: settings) { settings, sessions in
      try Server(
        settings: settings, sessions: keepsSessions ? sessions : MemorySessionStore()
      ) {
        $0.deskDatabase = database
      } mounts: {
        Mount("/desk", DeskApp.self)
        Mount("/pad", PadApp.self)
      }
    }
  }

  /// Kills the server and starts it again.
  func restart() throws { try server.restart() }

  /// A browser of a new user.
  func browser() -> Browser { Browser(InProcessTransport(server)) }
}
