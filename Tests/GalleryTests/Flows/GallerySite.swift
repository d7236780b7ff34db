import Cairn
import CairnHTTP
import CairnServer
import CairnSessions
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// A gallery server with an in-memory database and a clock that the test controls.
struct GallerySite {
  private let flow: FlowSite
  private let sessions: any SessionStore
  let inventory: InventoryClient
  let members: MemberAccounts
  let clock = TestClock()
  /// The clock that determines the age of sessions.
  let idleClock = IdleClock()
  /// The date in features.
  let now = LockIsolated(Date(timeIntervalSince1970: 1_767_268_800))
  /// The messages to members.
  let outbox = LockIsolated<[Mail]>([])

  /// Creates a server. It doesn't need to be started, because browsers reach it in process.
  /// - Parameters:
  ///   - maximumSessions: The maximum number of sessions.
  ///   - maximumLiveScenes: The maximum number of scenes in memory.
  ///   - sessions: The store of the sessions.
  ///   - mounts: The applications to serve.
  ///   - times: How long members stay signed in.
  ///   - sessionIdle: The time after which an unused session is removed.
  ///   - trustedProxies: The addresses of proxies that report the addresses of browsers.
  ///   - settleLimit: The maximum time that responses wait for effects.
  ///   - settleLimitWithoutScript: The maximum time without the script.
  ///   - changing: Plants a fault in the inventory, for tests of tests.
  init(
    of items: [Item] = Item.samples, maximumSessions: Int = 10_000, maximumLiveScenes: Int = 1000,
    sessions: any SessionStore = MemorySessionStore(),
    mounts: [Mount] = GalleryApp.mounts(), times: SignInTimes = SignInTimes(),
    sessionIdle: Duration = ServerSettings().sessionIdle, trustedProxies: [String] = [],
    settleLimit: Duration? = nil, settleLimitWithoutScript: Duration? = nil,
    changing: (InventoryClient) -> InventoryClient = { $0 }
  ) throws {
    let inventory = changing(
      InventoryClient.database(try InventoryDatabase(at: .memory, seed: items)))
    self.inventory = inventory
    let members = MemberAccounts(Result { try MembersDatabase(path: nil) }, times: times)
    self.members = members
    var settings = ServerSettings()
    settings.maximumSessions = maximumSessions
    settings.maximumLiveScenes = maximumLiveScenes
    settings.idleClock = idleClock
    settings.sessionIdle = sessionIdle
    settings.trustedProxies = trustedProxies
    settings.settleLimit = settleLimit
    settings.settleLimitWithoutScript = settleLimitWithoutScript
    self.sessions = sessions
    flow = try FlowSite(
      settings: settings, sessions: sessions, losesSessions: maximumSessions < 10,
      isJudged: true,
      leftovers: { ["items": "\(Array(inventory.items()))"] },
      make: { [clock, now, outbox] settings, sessions in
        try Server(
          settings: settings, sessions: sessions,
          withDependencies: {
            $0.inventory = inventory
            $0.continuousClock = clock
            $0.date = DateGenerator { now.value }
            $0.factClient = .good
            $0.mail = MailClient { mail in outbox.withValue { $0.append(mail) } }
            $0.members = members
          },
          mounts: {
            mounts
          })
      })
  }

  /// The running server.
  var server: Server { flow.server }

  /// The number of stored sessions, or `nil` if the store doesn't report it.
  var sessionCount: Int? { (sessions as? MemorySessionStore)?.counts.sessions }

  /// The number of stored scenes, or `nil` if the store doesn't report it.
  var sceneCount: Int? { (sessions as? MemorySessionStore)?.counts.scenes }

  /// Kills the server and starts it again, on the same port if it has one.
  func restart() async throws { try await flow.restart() }

  /// Sends requests within the process to the server that is running at that time.
  var transport: InProcessTransport { flow.transport }

  /// Advances the date in features, and the age of sessions.
  func wait(_ duration: Duration) {
    now.withValue { $0 += duration / .seconds(1) }
    idleClock.advance(by: duration)
  }

  /// Creates a new user at a location. See ``Way``.
  func user(at location: String) async throws -> FlowUser { try await flow.user(at: location) }

  /// Creates a new user without a page.
  func user() async throws -> FlowUser { try await flow.user() }

  /// Creates a user without a script, independent of the way of the test.
  func userWithoutScript() -> FlowUser { flow.userWithoutScript() }

  /// Creates a browser of a new user, without a script.
  func browser() -> Browser { flow.browser() }

  /// Creates a browser of a new user at a location, without a script.
  func browser(at location: String) async throws -> Browser {
    try await flow.browser(at: location)
  }

  /// The names of all items, in order.
  var names: [String] { inventory.names }

  func item(_ name: String) throws -> Item {
    try #require(inventory.items().first { $0.name == name })
  }

  /// Returns whether all timers have ended, for example because their form was dismissed.
  func timersEnd() async -> Bool { (try? await clock.checkSuspension()) != nil }

  /// Advances the timers by seconds. They have processed each second before the next one.
  func tick(_ seconds: Int) async { await clock.advance(by: .seconds(seconds)) }

  /// Starts a server on a free port, and stops it after the closure.
  static func listening(
    of items: [Item] = Item.samples, trustedProxies: [String] = [],
    _ body: (GallerySite, SocketTransport) async throws -> Void
  ) async throws {
    let site = try GallerySite(of: items, trustedProxies: trustedProxies)
    try site.server.start()
    do {
      try await body(site, SocketTransport(port: site.server.port))
    } catch {
      await site.server.stop()
      throw error
    }
    await site.server.stop()
  }
}

extension FlowUser {
  /// Records an issue for each problem in the page's source.
  func expectGoodSource(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    browser.expectGoodSource(sourceLocation: sourceLocation)
  }
}

extension Browser {
  /// Records an issue for each problem in the page's source.
  func expectGoodSource(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(HTMLDocument.problems(in: html) == [], sourceLocation: sourceLocation)
    #expect(
      layers.dropLast().allSatisfy(\.isInert) && topLayer?.isInert == false,
      sourceLocation: sourceLocation)
  }

  /// A POST that this page could send, with its token, a button, and fields that may be forged.
  ///
  /// Pass cookies to include them. Otherwise, `send(_:)` adds them.
  func submission(
    tap: String?, fields: [(String, String)] = [], token: String? = nil,
    origin: String? = nil, cookies: [Cookie] = []
  ) throws -> BrowserRequest {
    let form = try #require(topLayer?.node)
    let pageToken = form.first("input", where: ["name": "~token"])?["value"]
    var entries = fields
    if let tap { entries.append(("~tap", tap)) }
    if let token = token ?? pageToken { entries.append(("~token", token)) }
    let body = entries.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }
      .joined(separator: "&")
    var request = BrowserRequest(
      method: "POST", target: form["action"] ?? location,
      headers: [
        ("Origin", origin ?? self.origin), ("Content-Type", "application/x-www-form-urlencoded"),
      ],
      body: Array(body.utf8))
    for cookie in cookies { request.headers.append(("Cookie", "\(cookie.name)=\(cookie.value)")) }
    return request
  }

  /// The ID that a button of the top layer sends.
  func tap(_ name: String, in scope: BrowserScope? = nil) throws -> String {
    try #require(try control(name, in: scope)["value"])
  }

  /// The name of a field of the top layer in a form submission.
  func fieldName(_ label: String) throws -> String {
    let node = try #require(
      topLayer?.node.descendants.first { node in
        node.isElement && node.hasClass("input")
          && topLayer?.node.first("label", where: ["for": node["id"] ?? ""])?.text == label
      })
    return try #require(node["name"])
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
  }
}
