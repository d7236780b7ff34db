import Cairn
import CairnServer
import Testing

@testable import Gallery

/// The gallery, served to a test from a database of its own.
struct Site: Sendable {
  let origin: String
  let database: InventoryDatabase

  /// The names of the items, as they are in the database.
  var names: [String] { database.items.map(\.name) }

  func item(_ id: Item.ID) -> Item? { database.items[id: id] }

  func item(named name: String) -> Item? { database.items.first { $0.name == name } }

  func url(_ path: String) -> String { origin + path }

  /// Serves the gallery to one test, shows it in a browser, and expects that nothing complains in
  /// the browser's console.
  static func visit(
    _ options: Chromium.Options = Chromium.Options(), items: [Item] = Item.samples,
    clock: (any Clock<Duration>)? = nil,
    _ body: @Sendable (Chromium, Site) async throws -> Void
  ) async throws {
    let database = try InventoryDatabase(at: .memory, seed: items)
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(
      settings: settings,
      withDependencies: {
        $0.inventory = .database(database)
        if let clock { $0.continuousClock = clock }
      }, mounts: GalleryApp.mounts)
    try server.start()
    let site = Site(origin: "http://127.0.0.1:\(server.port)", database: database)
    do {
      try await Chromium.run(options) { chromium in
        do {
          try await body(chromium, site)
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
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
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

  /// The names of the items that are listed.
  var rows: [String] {
    get async throws {
      try await evaluate(
        "[...document.querySelectorAll('.row-button')].map(row => row.textContent)"
      ).array.compactMap(\.string)
    }
  }

  /// Clicks beside the top layer's dialog, where one sees the page below, once that is heard.
  func clickBackdrop() async throws {
    try await perform(leavesPage: true) {
      try await waitFor("the backdrop") {
        try await evaluate("document.elementFromPoint(20, 450).className").string == "backdrop"
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
