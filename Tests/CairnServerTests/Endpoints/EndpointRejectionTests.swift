import Cairn
import CairnTesting
import InMemoryLogging
import Logging
import Testing
import Ways

@testable import CairnServer

/// What the server logs about requests that an endpoint's guard or session rejects.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct EndpointRejectionTests {
  private func server(_ store: BrokenStore, _ handler: InMemoryLogHandler) throws -> Server {
    var settings = ServerSettings()
    settings.port = 0
    settings.maximumSessionSize = 20_000
    return try Server(
      settings: settings, sessions: store, logger: Logger(label: "test") { _ in handler }
    ) {
      Endpoint(.get, "/own") { _ in .noContent }.requiringOwner()
      Endpoint(.get, "/never") { _ in .noContent }.guarded { _ in false }
      Endpoint(.post, "/sign-in") { _ in
        @Dependency(\.session) var session
        session.signIn(as: "ann")
        return .noContent
      }.withSession()
      Endpoint(.post, "/sign-out") { _ in
        @Dependency(\.session) var session
        session.signOut()
        return .noContent
      }.withSession()
      Endpoint(.post, "/note") { request in
        @Shared(.session("note")) var note = ""
        $note.withLock { $0 = String(decoding: request.body, as: UTF8.self) }
        return .noContent
      }.withSession()
    }
  }

  @Test func `A rejection is logged with the client's address, the path, and the reason`()
    async throws
  {
    let store = BrokenStore()
    let handler = InMemoryLogHandler()
    let server = try server(store, handler)
    try server.start()
    let site = SocketTransport(port: server.port)
    #expect(try await site.send("GET", "/own").status == 401)
    let signedIn = try await site.send("POST", "/sign-in")
    let cookie = try #require(signedIn.headerValues("Set-Cookie").first?.prefix { $0 != ";" })
    let own = [("Cookie", String(cookie))]
    #expect(try await site.send("GET", "/own", headers: own).status == 204)
    #expect(try await site.send("GET", "/never", headers: own).status == 403)
    let long = String(repeating: "x", count: 30_000)
    #expect(try await site.send("POST", "/note", headers: own, body: long).status == 413)
    #expect(try await site.send("POST", "/sign-out", headers: own).status == 204)
    #expect(try await site.send("POST", "/note", headers: own, body: "x").status == 409)
    store.fail(loads: true)
    #expect(try await site.send("GET", "/own", headers: own).status == 503)
    await server.stop()

    let rejected = handler.entries.filter { $0.message.description.hasPrefix("Rejected") }
    let expected = [
      ("/own", 401, "a guard doesn't admit its session"),
      ("/never", 403, "a guard doesn't admit its session"),
      ("/note", 413, "its session would exceed --max-session-size"),
      ("/note", 409, "its session has changed since it began"),
      ("/own", 503, "the session store is failing"),
    ]
    #expect(rejected.map(\.message.description) == expected.map { "Rejected request: \($0.2)" })
    for (entry, (path, status, _)) in zip(rejected, expected) {
      #expect(entry.level == .notice)
      #expect(entry.metadata["client"] == "127.0.0.1")
      #expect(entry.metadata["path"] == "\(path)")
      #expect(entry.metadata["status"] == "\(status)")
    }
  }
}
