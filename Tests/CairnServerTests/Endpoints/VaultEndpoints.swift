import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Foundation

/// The session as an endpoint sees it.
struct VaultReport: Codable, Equatable {
  var count = 0
  var user: String?
  var owner: String?
  var note: String?
  var guest: String?
}

/// A session value that isn't `Codable`.
struct VaultGuest: Equatable, Sendable {
  var name: String?
}

/// A session value that can't be encoded.
struct VaultSecret: Codable, Equatable, Sendable {
  var number = 0

  init() {}

  init(from decoder: any Decoder) throws {}

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "test"))
  }
}

/// Creates a server with ``VaultApp`` and endpoints that use the same session.
func vaultServer(
  _ settings: ServerSettings = ServerSettings(),
  sessions: any SessionStore = MemorySessionStore(), gate: VaultGate = VaultGate(),
  middleware: [any Middleware] = []
) throws -> Server {
  try Server(settings: settings, sessions: sessions) {
    $0.gate = gate
  } mounts: {
    for layer in middleware { layer }
    Mount("/vault", VaultApp.self)
    vaultEndpoints()
  }
}

@EndpointBuilder private func vaultEndpoints() -> [Endpoint] {
  Endpoint(.get, "/report") { _ in .json(report()) }.withSession()
  Endpoint(.post, "/report") { _ in .json(report()) }.withSession()
  Endpoint(.get, "/plain") { _ in .text("plain") }
  Endpoint(.post, "/undeclared") { _ in
    @Shared(.session("count")) var count = 0
    $count.withLock { $0 += 1 }
    return .json(report())
  }
  Endpoint(.get, "/own") { _ in .json(report()) }.requiringOwner()
  Endpoint(.get, "/page") { _ in .json(report()) }.requiringOwner(otherwise: "/vault")
  Endpoint(.get, "/slow") { _ in
    @Dependency(\.gate) var gate
    await gate.pass()
    return .json(report())
  }.withSession()
  Endpoint(.post, "/count") { _ in
    @Shared(.session("count")) var count = 0
    $count.withLock { $0 += 1 }
    return .json(report())
  }.withSession()
  Endpoint(.get, "/count") { _ in
    @Shared(.session("count")) var count = 0
    $count.withLock { $0 += 1 }
    return .json(report())
  }.withSession()
  Endpoint(.post, "/count-slowly") { _ in
    @Dependency(\.gate) var gate
    @Shared(.session("count")) var count = 0
    $count.withLock { $0 += 1 }
    await gate.pass()
    return .json(report())
  }.withSession()
  Endpoint(.post, "/slowly-count") { _ in
    @Dependency(\.gate) var gate
    await gate.pass()
    @Shared(.session("count")) var count = 0
    $count.withLock { $0 += 1 }
    return .json(report())
  }.withSession()
  Endpoint(.post, "/note") { request in
    @Shared(.session("note")) var note: String?
    $note.withLock { $0 = String(decoding: request.body, as: UTF8.self) }
    return .json(report())
  }.withSession()
  Endpoint(.post, "/guest") { _ in
    @Shared(.session("guest")) var guest = VaultGuest()
    $guest.withLock { $0.name = "carl" }
    return .json(report())
  }.withSession()
  Endpoint(.post, "/undeclared-guest") { _ in
    @Shared(.session("guest")) var guest = VaultGuest()
    $guest.withLock { $0.name = "carl" }
    return .json(report())
  }
  Endpoint(.post, "/unwritable") { _ in
    @Shared(.session("count")) var count = 0
    @Shared(.session("secret")) var secret = VaultSecret()
    $count.withLock { $0 += 1 }
    $secret.withLock { $0.number = 1 }
    return .noContent
  }.withSession()
  Endpoint(.post, "/refused") { _ in
    @Shared(.session("count")) var count = 0
    $count.withLock { $0 += 1 }
    throw HTTPProblem(status: .conflict)
  }.withSession()
  Endpoint(.post, "/hook") { _ in
    @Shared(.session("count")) var count = 0
    @Dependency(\.session) var session
    $count.withLock { $0 += 1 }
    session.signIn(as: "eve")
    return .json(report())
  }.withSession().acceptingOtherSites()
  Endpoint(.get, "/return") { request in
    @Shared(.session("user")) var user: String?
    @Dependency(\.session) var session
    let name = try request.query("user", as: String.self)
    session.signIn(as: name)
    $user.withLock { $0 = name }
    return .redirect(to: "/vault")
  }.withSession()
  Endpoint(.post, "/slow-sign-in") { _ in
    @Dependency(\.gate) var gate
    @Dependency(\.session) var session
    await gate.pass()
    session.signIn(as: "eve")
    return .noContent
  }.withSession()
  Endpoint(.post, "/slow-sign-out") { _ in
    @Dependency(\.gate) var gate
    @Dependency(\.session) var session
    await gate.pass()
    session.signOut()
    return .noContent
  }.withSession()
  Endpoint(.post, "/slow-end") { _ in
    @Dependency(\.gate) var gate
    @Dependency(\.session) var session
    await gate.pass()
    try await session.endAll(for: "ann", exceptCurrent: false)
    return .noContent
  }.withSession()
  Endpoint(.post, "/sign-out") { _ in
    @Dependency(\.session) var session
    session.signOut()
    return .noContent
  }.withSession()
}

private func report() -> VaultReport {
  @Shared(.session("count")) var count = 0
  @Shared(.session("user")) var user: String?
  @Shared(.session("note")) var note: String?
  @Shared(.session("guest")) var guest = VaultGuest()
  @Dependency(\.session) var session
  return VaultReport(
    count: count, user: user, owner: session.owner, note: note, guest: guest.name)
}

extension Browser {
  /// Sends a request with the browser's cookie from a page of the server.
  func request(
    _ method: String, _ target: String, from transport: any BrowserTransport
  ) async throws -> BrowserResponse {
    try await transport.send(method, target, headers: [("Cookie", cookieHeader)])
  }
}

extension BrowserResponse {
  /// The body of a response, as ``VaultReport``.
  var report: VaultReport? { try? JSONDecoder().decode(VaultReport.self, from: Data(body)) }
}
