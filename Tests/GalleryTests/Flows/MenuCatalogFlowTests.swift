import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

private struct MenuCatalogApp: App {
  let store = Store(initialState: MenuCatalog.State()) { MenuCatalog() }
  var body: some Scene { WindowGroup { MenuCatalogView(store: store) } }
}

private struct LayoutCatalogApp: App {
  let store = Store(initialState: LayoutCatalog.State()) { LayoutCatalog() }
  var body: some Scene { WindowGroup { LayoutCatalogView(store: store) } }
}

/// Menus, disclosure groups, and grids, as the catalog shows them.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct MenuCatalogFlowTests {
  private func browser() throws -> Browser {
    Browser(
      InProcessTransport(
        try TestServer { settings, sessions in
          try Server(settings: settings, sessions: sessions) {
            Mount("/menus", MenuCatalogApp.self)
            Mount("/layout", LayoutCatalogApp.self)
          }
        }))
  }

  /// The IDs of the menus' lists, in page order.
  private func menus(_ browser: Browser) -> [String] {
    browser.html.matches(of: /\ class="items" id="([^"]+)"/).map { String($0.1) }
  }

  @Test func `A tap in a menu runs its action and gives that menu a new ID`() async throws {
    let browser = try browser()
    try await browser.open("/menus")
    let before = menus(browser)
    try await browser.click("Rename")
    #expect(browser.html.contains("Last: Rename"))
    let after = menus(browser)
    #expect(after.count == before.count)
    #expect(after.first != before.first)
    #expect(after.dropFirst().elementsEqual(before.dropFirst()))
    try await browser.click("By email")
    #expect(browser.html.contains("Last: By email"))
    // The other menu was closed already, so it has its first ID again.
    #expect(menus(browser).first == before.first)
  }

  @Test func `A button in a menu presents a dialog`() async throws {
    let browser = try browser()
    try await browser.open("/menus")
    try await browser.click("Ask")
    try await browser.click("Continue")
    #expect(browser.html.contains("Last: Continue"))
  }

  @Test func `A row's menu changes its row`() async throws {
    let browser = try browser()
    try await browser.open("/menus")
    try await browser.click("Delete", in: .row("Mouse"))
    #expect(!browser.html.contains("Mouse"))
    try await browser.click("Duplicate", in: .row("Keyboard"))
    #expect(browser.html.contains("Copy of Keyboard"))
  }

  @Test func `A disclosure group with a binding is part of the state`() async throws {
    let browser = try browser()
    try await browser.open("/layout")
    #expect(!browser.html.contains(">These details"))
    try await browser.click("Details")
    #expect(browser.html.contains(">These details"))
    try await browser.reload()
    #expect(browser.html.contains(">These details"))
    try await browser.click("Details")
    #expect(!browser.html.contains(">These details"))
  }

  @Test func `A field in a group that the browser shows is part of the form`() async throws {
    let browser = try browser()
    try await browser.open("/layout")
    try browser.fill("Name", with: "Much too long")
    try await browser.click("Change the page")
    #expect(try browser.field("Name").error == "At most 8 characters.")
    #expect(try browser.field("Name").value == "Much too long")
  }
}
