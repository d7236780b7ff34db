import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import Gallery
@testable import WebDriver

private struct NoFact: Error {}

/// A gallery server with a separate database for a test.
struct Site: Sendable {
  let origin: String
  let database: InventoryDatabase
  private let server: ServerOfTest
  private let looks: Looks

  /// The names of the items in the database.
  var names: [String] { database.items.map(\.name) }

  func item(_ id: Item.ID) -> Item? { database.items[id: id] }

  func item(named name: String) -> Item? { database.items.first { $0.name == name } }

  func url(_ path: String) -> String { origin + path }

  var port: Int { server.port }

  /// The number of times that pages have read the items.
  var lookCount: Int { looks.count.load(ordering: .relaxed) }

  /// The number of open streams.
  var streamCount: Int { server.streamCount }

  /// The number of stored scenes.
  var sceneCount: Int { server.sessions.counts.scenes }

  /// Kills the server and starts it again.
  func restart() async throws { try await server.restart() }

  /// Kills the server and starts it again without the stored sessions.
  func loseSessions() async throws { try await server.restart(losesSessions: true) }

  /// Serves the gallery to one test, shows it in a browser, and expects that the browser's console
  /// reports no problems.
  static func visit(
    _ options: Chromium.Options = Chromium.Options(), items: [Item] = Item.samples,
    clock: (any Clock<Duration>)? = nil, streamPause: Duration = ServerSettings().streamPause,
    times: SignInTimes = SignInTimes(),
    _ body: @Sendable (Chromium, Site) async throws -> Void
  ) async throws {
    try await serve(items: items, clock: clock, streamPause: streamPause, times: times) { site in
      try await site.visit(options) { try await body($0, site) }
    }
  }

  /// Serves the gallery to one test.
  static func serve(
    items: [Item] = Item.samples, clock: (any Clock<Duration>)? = nil,
    streamPause: Duration = ServerSettings().streamPause,
    mounts: [Mount] = GalleryApp.mounts(), times: SignInTimes = SignInTimes(),
    _ body: @Sendable (Site) async throws -> Void
  ) async throws {
    let database = try InventoryDatabase(at: .memory, seed: items)
    let members = MemberAccounts(Result { try MembersDatabase(path: nil) }, times: times)
    let looks = Looks()
    let server = try ServerOfTest(streamPause: streamPause) { settings, sessions in
      try Server(
        settings: settings, sessions: sessions,
        withDependencies: {
          $0.inventory = .database(database)
          $0.members = members
          $0.date = DateGenerator { Date() }
          $0.inventory.items = {
            looks.count.add(1, ordering: .relaxed)
            return database.items
          }
          // So that tests can cause a failure.
          $0.factClient = FactClient { number in
            guard number >= 0 else { throw NoFact() }
            return try await FactClient.liveValue.fetch(number)
          }
          if let clock { $0.continuousClock = clock }
        }, mounts: { mounts })
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

  /// Shows the gallery in a new browser, and expects that the browser's console reports no problems.
  func visit(
    _ options: Chromium.Options = Chromium.Options(),
    _ body: @Sendable (Chromium) async throws -> Void
  ) async throws {
    try await Chromium.run(options) { chromium in
      do {
        try await body(chromium)
      } catch {
        // The page at the time of the error is more helpful than the error itself.
        let page = (try? await chromium.text) ?? ""
        Issue.record("at \((try? await chromium.url) ?? "?") with the text: \(page)")
        throw error
      }
      // The console repeats the status of a missing page.
      let complaints = try await chromium.complaints.filter { !$0.contains("status of 404") }
      #expect(complaints == [])
    }
  }
}

private final class Looks: Sendable {
  let count = Atomic(0)
}

/// A listening server that can be killed and restarted on the same port.
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
  /// Opens a page of a site by its address.
  func open(_ path: String, of site: Site) async throws {
    try await open(site.url(path))
  }

  /// Goes to the inventory through the gallery.
  func goToInventory(of site: Site) async throws {
    try await open("/", of: site)
    try await click("Inventory")
  }

  /// Goes to the page that an action has just dismissed. It's the previous page or, if the script has
  /// gone back, the next one.
  func goToLeftPage(javaScript: Bool) async throws {
    if javaScript { try await forward() } else { try await back() }
  }

  /// Sends typed and chosen values. Presses a button without the script, and waits with it.
  func apply() async throws {
    if options.javaScript { try await settle() } else { try await click("Apply") }
  }

  /// Shows live changes. Presses a button without the script, and waits with it.
  func update() async throws {
    if options.javaScript { try await settle() } else { try await click("Update") }
  }

  /// The names of the listed items.
  var rows: [String] {
    get async throws {
      try await evaluate(
        "[...document.querySelectorAll('.row-button')].map(row => row.textContent)"
      ).array.compactMap(\.string)
    }
  }

  /// The headings of all layers, lowest first, including covered layers.
  var pile: [String] {
    get async throws {
      try await evaluate("[...document.querySelectorAll('h1')].map(title => title.textContent)")
        .array.compactMap(\.string)
    }
  }

  /// Waits until the backdrop accepts clicks, and clicks next to the top layer's dialog.
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

  /// The error below a field.
  func problem(of label: String) async throws -> String? {
    let field = try await field(label)
    guard try await attribute("aria-invalid", of: field) == "true",
      let id = try await attribute("aria-describedby", of: field)
    else { return nil }
    return try await text(of: element(xpath: "//*[@id=\(XPath.literal(id))]"))
  }
}

/// Whether a browser runs scripts. Tests must pass with both values.
let withAndWithoutScripts = [true, false]

extension Chromium.Options: CustomTestStringConvertible {
  /// The browsers that run the script.
  static let withScript = [Self(), Self(engine: .firefox)]

  /// The browsers that run the script, and one that doesn't.
  static let every = withScript + [Self(javaScript: false)]

  public var testDescription: String {
    "\(engine)\(javaScript ? "" : " without the script"), \(width) × \(height)"
  }
}
