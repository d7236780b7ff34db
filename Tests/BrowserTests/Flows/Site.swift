import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Synchronization
import Testing

@testable import Gallery
@testable import WebDriver

/// The gallery, served to a test from a database of its own.
struct Site: Sendable {
  let origin: String
  let database: InventoryDatabase
  private let server: ServerOfTest
  private let looks: Looks

  /// The names of the items, as they are in the database.
  var names: [String] { database.items.map(\.name) }

  func item(_ id: Item.ID) -> Item? { database.items[id: id] }

  func item(named name: String) -> Item? { database.items.first { $0.name == name } }

  func url(_ path: String) -> String { origin + path }

  var port: Int { server.port }

  /// How often pages have asked for the items.
  var lookCount: Int { looks.count.load(ordering: .relaxed) }

  /// How many streams are open.
  var streamCount: Int { server.streamCount }

  /// How many scenes are stored.
  var sceneCount: Int { server.sessions.counts.scenes }

  /// Ends the server, without a word to those whom it works for, and starts it again.
  func restart() async throws { try await server.restart() }

  /// The same, and what it had stored of sessions is gone.
  func loseSessions() async throws { try await server.restart(losesSessions: true) }

  /// Serves the gallery to one test, shows it in a browser, and expects that nothing complains in
  /// the browser's console.
  static func visit(
    _ options: Chromium.Options = Chromium.Options(), items: [Item] = Item.samples,
    clock: (any Clock<Duration>)? = nil, streamPause: Duration = ServerSettings().streamPause,
    _ body: @Sendable (Chromium, Site) async throws -> Void
  ) async throws {
    try await serve(items: items, clock: clock, streamPause: streamPause) { site in
      try await site.visit(options) { try await body($0, site) }
    }
  }

  /// Serves the gallery to one test.
  static func serve(
    items: [Item] = Item.samples, clock: (any Clock<Duration>)? = nil,
    streamPause: Duration = ServerSettings().streamPause,
    _ body: @Sendable (Site) async throws -> Void
  ) async throws {
    let database = try InventoryDatabase(at: .memory, seed: items)
    let looks = Looks()
    let server = try ServerOfTest(streamPause: streamPause) { settings, sessions in
      try Server(
        settings: settings, sessions: sessions,
        withDependencies: {
          $0.inventory = .database(database)
          $0.inventory.items = {
            looks.count.add(1, ordering: .relaxed)
            return database.items
          }
          if let clock { $0.continuousClock = clock }
        }, mounts: GalleryApp.mounts)
    }
    let site = Site(
      origin: "http://127.0.0.1:\(server.port)", database: database, server: server, looks: looks)
    do {
      try await body(site)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// Shows the gallery in a fresh browser, and expects that nothing complains in its console.
  func visit(
    _ options: Chromium.Options = Chromium.Options(),
    _ body: @Sendable (Chromium) async throws -> Void
  ) async throws {
    try await Chromium.run(options) { chromium in
      do {
        try await body(chromium)
      } catch {
        // What was there when it went wrong says more than the error.
        let page = (try? await chromium.text) ?? ""
        Issue.record("at \((try? await chromium.url) ?? "?"), which says: \(page)")
        throw error
      }
      // A page that is not there is answered with its status, which the console repeats.
      let complaints = try await chromium.complaints.filter { !$0.contains("status of 404") }
      #expect(complaints == [])
    }
  }
}

private final class Looks: Sendable {
  let count = Atomic(0)
}

/// A server that listens, and can be ended and started again at its port.
final class ServerOfTest: Sendable {
  let sessions = MemorySessionStore()
  private let reserved: ReservedPort
  private let server: TestServer

  init(
    streamPause: Duration = ServerSettings().streamPause,
    _ make: @escaping @Sendable (ServerSettings, any SessionStore) throws -> Server
  ) throws {
    reserved = try ReservedPort()
    var settings = ServerSettings()
    settings.port = reserved.number
    // A busy machine saves later than an answer waits for elsewhere; who waits for a timer is not awaited.
    settings.settleLimit = .seconds(20)
    settings.streamPause = streamPause
    server = try TestServer(settings: settings, sessions: sessions, make: make)
    try server.server.start()
  }

  var port: Int { Int(reserved.number) }

  var streamCount: Int { server.server.streamCount }

  func restart(losesSessions: Bool = false) async throws {
    let last = server.server
    try server.restart()
    await last.stop()
    if losesSessions {
      let gone = try await sessions.removeSessions(
        idleSince: SessionTime(microsecondsSince1970: .max))
      #expect(!gone.isEmpty)
    }
    try server.server.start()
  }

  func stop() async { await server.server.stop() }
}

extension Chromium {
  /// Opens a page of a site, as one who types into the address bar.
  func open(_ path: String, of site: Site) async throws {
    try await open(site.url(path))
  }

  /// Goes to the inventory as one who begins at the gallery.
  func goToInventory(of site: Site) async throws {
    try await open("/", of: site)
    try await click("Inventory")
  }

  /// Goes to the page that an action has just dismissed: that is the one before, or where a script has gone back
  /// from it, the next.
  func goToLeftPage(javaScript: Bool) async throws {
    if javaScript { try await forward() } else { try await back() }
  }

  /// Sends what was typed and chosen: without a script by a button, with one by waiting for it.
  func apply() async throws {
    if options.javaScript { try await settle() } else { try await click("Apply") }
  }

  /// Shows what has changed by itself: without a script by a button, with one by itself.
  func update() async throws {
    if options.javaScript { try await settle() } else { try await click("Update") }
  }

  /// The names of the items that are listed.
  var rows: [String] {
    get async throws {
      try await evaluate(
        "[...document.querySelectorAll('.row-button')].map(row => row.textContent)"
      ).array.compactMap(\.string)
    }
  }

  /// The headings of all layers, the lowest first: also of those that others cover.
  var pile: [String] {
    get async throws {
      try await evaluate("[...document.querySelectorAll('h1')].map(title => title.textContent)")
        .array.compactMap(\.string)
    }
  }

  /// Clicks beside the top layer's dialog, where one sees the page below, once that is heard.
  func clickBackdrop(leavesPage: Bool = true) async throws {
    try await perform(leavesPage: leavesPage) {
      try await waitFor("the backdrop") {
        try await evaluate(
          "document.elementFromPoint(20, 450).matches('.backdrop, dialog:modal')"
        ).bool == true
      }
      try await click(at: (20, 450))
    }
  }

  /// What is said beside a field.
  func problem(of label: String) async throws -> String? {
    let field = try await field(label)
    guard try await attribute("aria-invalid", of: field) == "true",
      let id = try await attribute("aria-describedby", of: field)
    else { return nil }
    return try await text(of: element(xpath: "//*[@id=\(XPath.literal(id))]"))
  }
}

/// Whether a browser runs scripts: both ways everything works the same.
let withAndWithoutScripts = [true, false]

extension Chromium.Options: CustomTestStringConvertible {
  /// The browsers that run the script.
  static let withScript = [Self(), Self(engine: .firefox)]

  /// The same, and one that runs none.
  static let every = withScript + [Self(javaScript: false)]

  public var testDescription: String {
    "\(engine)\(javaScript ? "" : " without the script"), \(width) × \(height)"
  }
}
