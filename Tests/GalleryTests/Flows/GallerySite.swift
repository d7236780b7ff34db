import Cairn
import CairnHTTP
import CairnServer
import CairnSessions
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The gallery's server over a database in memory, with a clock that goes on when a test says so.
struct GallerySite {
  private let flow: FlowSite
  private let sessions: any SessionStore
  let inventory: InventoryClient
  let clock = TestClock()
  /// What sessions grow old by.
  let idleClock = IdleClock()

  /// A server that need not be started: browsers reach it in process.
  /// - Parameters:
  ///   - settleLimit: How long answers wait for effects; by default until all are done, however
  ///     busy the machine is.
  ///   - maximumSessions: The most sessions that are kept.
  ///   - maximumLiveScenes: The most scenes in memory.
  ///   - sessions: Where sessions are kept.
  ///   - mounts: The applications that it serves.
  ///   - changing: Plants a fault into the inventory, for tests of tests.
  init(
    of items: [Item] = Item.samples, settleLimit: Duration = .seconds(20),
    maximumSessions: Int = 10_000, maximumLiveScenes: Int = 1000,
    sessions: any SessionStore = MemorySessionStore(),
    mounts: [Mount] = GalleryApp.mounts(),
    changing: (InventoryClient) -> InventoryClient = { $0 }
  ) throws {
    let inventory = changing(
      InventoryClient.database(try InventoryDatabase(at: .memory, seed: items)))
    self.inventory = inventory
    var settings = FlowSite.settings
    settings.settleLimit = settleLimit
    settings.maximumSessions = maximumSessions
    settings.maximumLiveScenes = maximumLiveScenes
    settings.idleClock = idleClock
    self.sessions = sessions
    flow = try FlowSite(
      settings: settings, sessions: sessions, losesSessions: maximumSessions < 10,
      isJudged: true,
      leftovers: { ["items": "\(Array(inventory.items()))"] },
      make: { [clock] settings, sessions in
        try Server(
          settings: settings, sessions: sessions,
          withDependencies: {
            $0.inventory = inventory
            $0.continuousClock = clock
            $0.factClient = .good
          },
          mounts: {
            // Not one by one.
            return mounts
          })
      })
  }

  /// The server that runs now.
  var server: Server { flow.server }

  /// How many sessions are stored; nil where the store does not say.
  var sessionCount: Int? { (sessions as? MemorySessionStore)?.counts.sessions }

  /// How many scenes are stored; nil where the store does not say.
  var sceneCount: Int? { (sessions as? MemorySessionStore)?.counts.scenes }

  /// Kills the server and starts it again, at its port where it has one.
  func restart() async throws { try await flow.restart() }

  /// Carries requests within the process to the server that runs then.
  var transport: InProcessTransport { flow.transport }

  /// A user who was never here, at a location; see ``Way``.
  func user(at location: String) async throws -> FlowUser { try await flow.user(at: location) }

  /// Somebody who is nowhere yet.
  func user() async throws -> FlowUser { try await flow.user() }

  /// Somebody without a script, however others come.
  func userWithoutScript() -> FlowUser { flow.userWithoutScript() }

  /// The browser of somebody who was never here, without a script.
  func browser() -> Browser { flow.browser() }

  /// The same, at a location.
  func browser(at location: String) async throws -> Browser {
    try await flow.browser(at: location)
  }

  /// The name of every item, in order.
  var names: [String] { inventory.names }

  func item(_ name: String) throws -> Item {
    try #require(inventory.items().first { $0.name == name })
  }

  /// Returns when no timer runs any more, as when its form is gone; false where one goes on.
  func timersEnd() async -> Bool {
    for _ in 0..<500 {
      if (try? await clock.checkSuspension()) != nil { return true }
    }
    return false
  }

  /// Lets a timer tick, each second as soon as it sleeps again: how long that takes is the machine's to say.
  func tick(_ seconds: Int) async {
    for second in 1...seconds {
      await clock.advance(by: .seconds(1))
      for _ in 0..<500 where second < seconds {
        if (try? await clock.checkSuspension()) == nil { break }
      }
    }
  }

  /// Starts a server on a free port, and stops it after the body.
  static func listening(
    of items: [Item] = Item.samples, _ body: (GallerySite, SocketTransport) async throws -> Void
  ) async throws {
    let site = try GallerySite(of: items)
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
  /// The page is what our pages are: an issue for each problem in its source.
  func expectGoodSource(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    browser.expectGoodSource(sourceLocation: sourceLocation)
  }
}

extension Browser {
  /// The page is what our pages are: an issue for each problem in its source.
  func expectGoodSource(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(HTMLDocument.problems(in: html) == [], sourceLocation: sourceLocation)
    #expect(
      layers.dropLast().allSatisfy(\.isInert) && topLayer?.isInert == false,
      sourceLocation: sourceLocation)
  }

  /// A POST that this page could send: its token, with a button and fields that may be forged.
  ///
  /// It brings the cookies along where they are given; otherwise `send(_:)` adds them.
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

  /// The id that a button of the top layer sends.
  func tap(_ name: String, in scope: BrowserScope? = nil) throws -> String {
    try #require(try control(name, in: scope)["value"])
  }

  /// The name under which a field of the top layer is sent.
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
