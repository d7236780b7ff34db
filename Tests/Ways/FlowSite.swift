package import CairnServer
package import CairnSessions
package import CairnTesting

/// A server for the users of a flow. See ``Way``. It doesn't need to be started for users in its
/// process.
package struct FlowSite: Sendable {
  private let host: TestServer
  private let sessions: SeenStore
  /// The ports of the servers, or an empty array if there are no browsers outside of the process.
  private let ports: [ReservedPort]
  /// nginx and Redis, or `nil` if the flow doesn't run that way.
  let deployment: Deployment?
  /// Whether users evict each other's sessions.
  let losesSessions: Bool
  /// Whether to check its pages with axe-core.
  let isJudged: Bool
  /// The traces of a flow in addition to scenes, by name.
  let leftovers: @Sendable () -> [String: String]

  /// - Parameters:
  ///   - settings: The server's settings, except the port.
  ///   - sessions: The store of the sessions. By default, it's in memory, or in Redis behind nginx.
  ///   - losesSessions: Whether users evict each other's sessions.
  ///   - isJudged: Whether to check its pages with axe-core, as for the samples.
  ///   - leftovers: The traces of a flow in addition to scenes, by name.
  ///   - make: Creates the server, also after each restart.
  package init(
    settings: ServerSettings = ServerSettings(), sessions: (any SessionStore)? = nil,
    losesSessions: Bool = false, isJudged: Bool = false,
    leftovers: @escaping @Sendable () -> [String: String] = { [:] },
    make: @escaping @Sendable (ServerSettings, any SessionStore) throws -> Server
  ) throws {
    let visit = Visit.current
    let isReached = visit.map { !$0.way.isInProcess } ?? false
    let ports = isReached ? try (0..<Servers.count).map { _ in try ReservedPort() } : []
    self.ports = ports
    var settings = settings
    settings.port = 0
    deployment =
      visit?.way == .nginx ? try Deployment(ports, hasRedis: sessions == nil) : nil
    if deployment != nil { settings.trustedProxies.append("127.0.0.1") }
    self.sessions = SeenStore(sessions ?? deployment?.sessions ?? MemorySessionStore())
    self.losesSessions = losesSessions
    self.isJudged = isJudged
    self.leftovers = leftovers
    host = try TestServer(
      settings: settings, sessions: self.sessions, ports: ports.map(\.number), make: make)
    if isReached { for server in host.servers { try server.start() } }
    visit?.add(self)
  }

  /// The running server.
  package var server: Server { host.server }

  /// Sends requests within the process to the server that is running at that time.
  package var transport: InProcessTransport { InProcessTransport(host) }

  /// Kills the server and starts it again, on the same port if it has one. Several servers are all replaced.
  package func restart() async throws {
    let last = host.servers
    try host.restart()
    guard !ports.isEmpty else { return }
    Visit.current?.noteRestart()
    for last in last { await last.stop() }
    for next in host.servers { try next.start() }
  }

  /// Kills one of several servers and starts it again on the same port. The others continue.
  /// - Parameters:
  ///   - number: The position of the server.
  ///   - body: What happens while the server isn't there.
  package func restart(_ number: Int, after body: () async throws -> Void = {}) async throws {
    let last = host.servers[number]
    try host.restart(number)
    guard !ports.isEmpty else { return try await body() }
    await last.stop()
    try await body()
    try host.servers[number].start()
  }

  /// Deploys another version of the program, which stores a scene differently.
  package func deploy(
    changing sceneID: String, _ change: ([UInt8]) throws -> [UInt8]
  ) async throws {
    try await sessions.replace(sceneID, by: change)
    try await restart()
  }

  /// Stops the servers if they were started.
  func stop() async {
    guard !ports.isEmpty else { return }
    for server in host.servers { await server.stop() }
    await deployment?.close()
  }

  /// The numbers of stored sessions and scenes, or `nil` if the store doesn't report them.
  package var counts: (sessions: Int, scenes: Int)? {
    (sessions.base as? MemorySessionStore)?.counts ?? deployment?.counts
  }

  /// A scene as stored.
  package func storedScene(_ sceneID: String) -> SceneSnapshot? {
    sessions.payload(of: sceneID).flatMap(SceneSnapshot.init(encoded:))
  }
}
