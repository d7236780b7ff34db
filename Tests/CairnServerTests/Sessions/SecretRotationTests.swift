import Cairn
import CairnSessions
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// The replacement of the secret on servers that share a session store.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SecretRotationTests {
  private static let old = String(repeating: "0a", count: 32)
  private static let new = String(repeating: "1b", count: 32)

  private let store = MemorySessionStore()

  /// Sends requests to the latest server.
  private final class Latest: BrowserTransport {
    private let current: Mutex<InProcessTransport>

    init(_ server: Server) { current = Mutex(InProcessTransport(server)) }

    func move(to server: Server) { current.withLock { $0 = InProcessTransport(server) } }

    func send(_ request: BrowserRequest) async throws -> BrowserResponse {
      let transport = current.withLock { $0 }
      return try await transport.send(request)
    }
  }

  /// Creates a server that shares the store with the others.
  private func server(_ secrets: String...) throws -> Server {
    var settings = ServerSettings()
    settings.secret = Secret(secrets.joined(separator: ","))
    return try Server(settings: settings, sessions: store) {
      Mount("/vault", VaultApp.self)
    }
  }

  @Test func `Sessions and open pages continue through each step of a rotation`() async throws {
    let steps = [[Self.old], [Self.old, Self.new], [Self.new, Self.old], [Self.new]]
    let latest = Latest(try server(Self.old))
    var visits: [(browser: Browser, session: String, count: Int)] = []
    for (index, secrets) in steps.enumerated() {
      latest.move(
        to: secrets.count == 1 ? try server(secrets[0]) : try server(secrets[0], secrets[1]))
      let browser = Browser(latest)
      try await browser.open("/vault")
      visits.append((browser, try #require(browser.shown("Session")), 0))
      for visit in visits.indices {
        // The form is in a page from the previous server.
        try await visits[visit].browser.click("Count")
        visits[visit].count += 1
        #expect(visits[visit].browser.status == 200)
        #expect(visits[visit].browser.shown("Own") == "\(visits[visit].count)")
        #expect(visits[visit].browser.shown("Count") == "\(visits[visit].count)")
        #expect(visits[visit].browser.shown("Session") == visits[visit].session)
      }
      #expect(visits.count == index + 1)
    }
  }

  @Test func `A page sets the cookie again if another secret has signed it`() async throws {
    let latest = Latest(try server(Self.old))
    let browser = Browser(latest)
    try await browser.open("/vault")
    try await browser.click("Count")
    let old = browser.cookieHeader

    latest.move(to: try server(Self.old, Self.new))
    try await browser.reload()
    #expect(browser.cookieHeader == old)

    latest.move(to: try server(Self.new, Self.old))
    try await browser.reload()
    let new = browser.cookieHeader
    #expect(new != old)
    #expect(browser.shown("Count") == "1")
    try await browser.reload()
    #expect(browser.exchanges.first?.response.headerValues("Set-Cookie").isEmpty == true)

    latest.move(to: try server(Self.new))
    try await browser.reload()
    #expect(browser.cookieHeader == new)
    #expect(browser.shown("Count") == "1")
  }

  @Test func `Without the old secret, its cookies and pages aren't valid`() async throws {
    let latest = Latest(try server(Self.old))
    let browser = Browser(latest)
    try await browser.open("/vault")
    try await browser.click("Count")
    let session = try #require(browser.shown("Session"))
    try browser.fill("Name", with: "typed")

    latest.move(to: try server(Self.new))
    try await browser.click("Count")
    #expect(browser.status == 409)
    #expect(try browser.field("Name").value == "typed")
    #expect(browser.shown("Count") == "0")
    #expect(browser.shown("Session") != session)
    try await browser.click("Count")
    #expect(browser.status == 200)
    #expect(browser.shown("Count") == "1")
  }

  @Test func `A request with the cookie of a renewed session doesn't set it again`() async throws {
    let rotated = try server(Self.new, Self.old)
    let latest = Latest(try server(Self.old))
    let browser = Browser(latest)
    try await browser.open("/vault")
    try await browser.click("Count")
    let old = browser.cookieHeader
    latest.move(to: rotated)
    try await browser.click("Sign in")
    #expect(browser.shown("User") == "ann")
    let late = try await Bearer(InProcessTransport(rotated), cookie: old).send(
      BrowserRequest(target: "/vault"))
    #expect(late.status == 200)
    #expect(late.headerValues("Set-Cookie").isEmpty)
  }
}
