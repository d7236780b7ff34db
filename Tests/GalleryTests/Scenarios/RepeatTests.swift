import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A repeated submission gets the response of the first and doesn't run again. A different submission
/// runs.
@Suite(.restarting, .withoutScript(.requests)) struct RepeatTests {
  @Test func `Three clicks over three connections run once`() async throws {
    try await GallerySite.listening { site, transport in
      let browser = Browser(transport)
      try await browser.open("/inventory/add")
      let request = try browser.submission(
        tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "Once")],
        origin: transport.origin, cookies: browser.cookies)
      let locations = try await withThrowingTaskGroup { group in
        for _ in 0..<3 {
          group.addTask { try await SocketTransport(port: site.server.port).send(request) }
        }
        return try await group.reduce(into: Set<String?>()) { $0.insert($1.header("Location")) }
      }
      let location = try #require(locations.first ?? nil)
      #expect(locations.count == 1)
      try await browser.open(location)
      #expect(browser.rows.count == 5)
      #expect(site.names.filter { $0 == "Once" }.count == 1)
      // A later repeat gets the same response.
      #expect(try await transport.send(request).header("Location") == location)
      #expect(site.names.count == 5)
    }
  }

  @Test func `Three clicks on a first page create one scene`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    let request = try browser.submission(tap: browser.tap("Add"))
    var locations: Set<String?> = []
    for _ in 0..<3 { locations.insert(try await browser.send(request).header("Location")) }
    #expect(locations.count == 1)
    try await browser.open(try #require(locations.first ?? nil))
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
  }

  @Test func `Three clicks on Increment run once`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/stocktake/1")
    let request = try browser.submission(tap: browser.tap("Increment"))
    for _ in 0..<3 {
      let location = try #require(try await browser.send(request).header("Location"))
      try await browser.open(location)
      #expect(try browser.field("Counted").value == "101")
    }
    // The new page's button is a new submission.
    try await browser.click("Increment")
    try await browser.click("Increment")
    #expect(try browser.field("Counted").value == "103")
  }

  @Test func `The same submission after going back is a repeat`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try browser.fill("Name", with: "Once")
    try await browser.click("Save")
    let location = browser.location
    try await browser.back()
    try await browser.click("Save")
    #expect(browser.location == location)
    #expect(site.names.filter { $0 == "Once" }.count == 1)
  }

  @Test func `A repeat after a restart doesn't affect its scene`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    for button in ["Add", "Cancel", "Add"] { try await browser.click(button) }
    try await browser.back()
    try await browser.click("Keyboard")
    try await site.restart()
    try browser.choose("Color", "Red")
    try await browser.click("Apply")
    for _ in 0..<2 { try await browser.back() }
    // This button was processed before the restart, so it must not save a form that was opened since.
    try await browser.click("Add")
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(try site.item("Keyboard").color == .blue)
  }

  @Test func `Different values after going back are a new submission`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/items/1/duplicate")
    for name in ["First", "Second", "Third"] {
      try browser.fill("Name", with: name)
      try await browser.click("Save")
      #expect(browser.pile == ["screen Inventory"])
      try await browser.back()
      #expect(try browser.field("Name").value == name)
    }
    #expect(site.names.suffix(3) == ["First", "Second", "Third"])
  }

  @Test func `A different button after going back is a new submission`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try browser.fill("Name", with: "Webcam")
    try await browser.click("Apply")
    try await browser.back()
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names.last == "Webcam")
    try await browser.back()
    try await browser.click("Cancel")
    #expect(site.names.count == 5)
    #expect(browser.pile == ["screen Inventory"])
  }

  @Test(arguments: MenuSample.all)
  func `A different name after going back signs up another user`(menu: MenuSample) async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: menu.path + "/sign-up")
    for name in ["Ada", "Grace"] {
      try browser.fill("Name", with: name)
      try browser.fill("Email", with: "me@example.com")
      try await browser.click("Sign up")
      #expect(browser.text.contains("Welcome, \(name)!"))
      try await browser.back()
    }
  }
}
