package import CairnServer
package import CairnSessions
package import CairnTesting

/// A server to which the users of a flow come; see ``Way``. It need not be started where they are in its process.
package struct FlowSite: Sendable {
  private let host: TestServer
  private let sessions: SeenStore
  /// The port at which browsers outside of the process reach it; nil where none come.
  private let port: ReservedPort?
  /// Whether users push each other's sessions out.
  let losesSessions: Bool
  /// Whether its pages are looked at by the rules of axe-core.
  let isJudged: Bool
  /// What a flow leaves there beside scenes, by name.
  let leftovers: @Sendable () -> [String: String]

  /// - Parameters:
  ///   - settings: What it is started with, but for the port. Answers wait for effects until all are done, however busy
  ///     the machine is.
  ///   - sessions: Where sessions are kept.
  ///   - losesSessions: Whether users push each other's sessions out.
  ///   - isJudged: Whether its pages are looked at by the rules of axe-core, as those of samples are.
  ///   - leftovers: What a flow leaves there beside scenes, by name.
  ///   - make: Makes the server, again after each restart.
  package init(
    settings: ServerSettings = Self.settings, sessions: any SessionStore = MemorySessionStore(),
    losesSessions: Bool = false, isJudged: Bool = false,
    leftovers: @escaping @Sendable () -> [String: String] = { [:] },
    make: @escaping @Sendable (ServerSettings, any SessionStore) throws -> Server
  ) throws {
    let visit = Visit.current
    let isReached = visit.map { $0.way != .inProcess } ?? false
    port = isReached ? try ReservedPort() : nil
    var settings = settings
    settings.port = port?.number ?? 0
    self.sessions = SeenStore(sessions)
    self.losesSessions = losesSessions
    self.isJudged = isJudged
    self.leftovers = leftovers
    host = try TestServer(settings: settings, sessions: self.sessions, make: make)
    if isReached { try server.start() }
    visit?.add(self)
  }

  /// What a server is started with that has no settings of its own.
  package static var settings: ServerSettings {
    var settings = ServerSettings()
    settings.settleLimit = .seconds(20)
    return settings
  }

  /// The server that runs now.
  package var server: Server { host.server }

  /// Carries requests within the process to the server that runs then.
  package var transport: InProcessTransport { InProcessTransport(host) }

  /// Kills the server and starts it again, at its port where it has one.
  package func restart() async throws {
    let last = server
    try host.restart()
    guard port != nil else { return }
    Visit.current?.noteRestart()
    await last.stop()
    try server.start()
  }

  /// Deploys another version of the program, by which a scene is stored otherwise than it was.
  package func deploy(
    changing mark: String, _ change: ([UInt8]) throws -> [UInt8]
  ) async throws {
    try await sessions.replace(mark, by: change)
    try await restart()
  }

  /// Ends the server where it was started.
  func stop() async { if port != nil { await server.stop() } }

  /// A scene as it is stored.
  package func storedScene(_ mark: String) -> SceneSnapshot? {
    sessions.payload(of: mark).flatMap(SceneSnapshot.init(encoded:))
  }
}
