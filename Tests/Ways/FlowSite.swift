package import CairnServer
package import CairnSessions
package import CairnTesting

/// A server for the users of a flow. See ``Way``. It doesn't need to be started for users in its
/// process.
package struct FlowSite: Sendable {
  private let host: TestServer
  private let sessions: SeenStore
  /// The port for browsers outside of the process, or `nil` if there are none.
  private let port: ReservedPort?
  /// Whether users evict each other's sessions.
  let losesSessions: Bool
  /// Whether to check its pages with axe-core.
  let isJudged: Bool
  /// The traces of a flow in addition to scenes, by name.
  let leftovers: @Sendable () -> [String: String]

  /// - Parameters:
  ///   - settings: The server's settings, except the port.
  ///   - sessions: The store of the sessions.
  ///   - losesSessions: Whether users evict each other's sessions.
  ///   - isJudged: Whether to check its pages with axe-core, as for the samples.
  ///   - leftovers: The traces of a flow in addition to scenes, by name.
  ///   - make: Creates the server, also after each restart.
  package init(
    settings: ServerSettings = ServerSettings(), sessions: any SessionStore = MemorySessionStore(),
    losesSessions: Bool = false, isJudged: Bool = false,
    leftovers: @escaping @Sendable () -> [String: String] = { [:] },
    make: @escaping @Sendable (ServerSettings, any SessionStore) throws -> Server
  ) throws {
    let visit = Visit.current
    let isReached = visit.map { !$0.way.isInProcess } ?? false
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

  /// The running server.
  package var server: Server { host.server }

  /// Sends requests within the process to the server that is running at that time.
  package var transport: InProcessTransport { InProcessTransport(host) }

  /// Kills the server and starts it again, on the same port if it has one.
  package func restart() async throws {
    let last = server
    try host.restart()
    guard port != nil else { return }
    Visit.current?.noteRestart()
    await last.stop()
    try server.start()
  }

  /// Deploys another version of the program, which stores a scene differently.
  package func deploy(
    changing sceneID: String, _ change: ([UInt8]) throws -> [UInt8]
  ) async throws {
    try await sessions.replace(sceneID, by: change)
    try await restart()
  }

  /// Stops the server if it was started.
  func stop() async { if port != nil { await server.stop() } }

  /// A scene as stored.
  package func storedScene(_ sceneID: String) -> SceneSnapshot? {
    sessions.payload(of: sceneID).flatMap(SceneSnapshot.init(encoded:))
  }
}
