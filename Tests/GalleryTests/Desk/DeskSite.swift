import CairnServer
import CairnSessions
import CairnTesting

/// A server of the desk, which has locations, and of the pad, which has none.
struct DeskSite {
  let database: DeskDatabase
  private let server: TestServer

  /// - Parameter keepsSessions: Whether sessions outlive a restart; false plants a fault, for tests of
  ///   tests.
  init(_ database: DeskDatabase = DeskDatabase(), keepsSessions: Bool = true) throws {
    self.database = database
    var settings = ServerSettings()
    // However busy the machine is, and however often a walk forks.
    settings.settleLimit = .seconds(20)
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

  /// The browser of a user who was never here.
  func browser() -> Browser { Browser(InProcessTransport(server)) }
}
