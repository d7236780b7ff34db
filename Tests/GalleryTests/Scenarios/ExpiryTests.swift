import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The session or its cookie is gone. The form is shown again with its content, and one click
/// continues.
@Suite(.restarting) struct ExpiryTests {
  /// A site that keeps one session.
  private func site() throws -> GallerySite { try GallerySite(maximumSessions: 1) }

  private func pushOut(on site: GallerySite) async throws {
    let other = try await site.user(at: "/menu/tree")
    try await other.click("Sign in")
    #expect(site.sessionCount == 1)
  }

  /// Runs the closure for a user without a script, whose form is restored. A script gets a new
  /// session itself, and the form continues.
  private func expectRestored(
    _ user: FlowUser, _ body: () async throws -> Void
  ) async throws {
    if user.hasScript { try await user.catchUp() } else { try await body() }
  }

  @Test(.everyWay, arguments: ["add", "items/1/duplicate", "items/1"])
  func `The form is restored`(location: String) async throws {
    let site = try site()
    let browser = try await site.user(at: "/inventory")
    switch location {
    case "add": try await browser.click("Add")
    case "items/1":
      try await browser.click("Keyboard")
      // Without the script, the page has a scene from its first form on.
      try await browser.click("Apply")
    default: try await browser.click("Duplicate", in: .row("Keyboard"))
    }
    #expect(browser.path == "/inventory/\(location)")
    let pile = browser.pile
    try await browser.fill("Name", with: "Patience")
    try await browser.choose("Color", "Green")
    try await browser.fill("Quantity", with: "4")
    try await pushOut(on: site)
    let save = location == "items/1" ? "Inventory" : "Save"
    try await expectRestored(browser) {
      try await browser.click(save)
      #expect(browser.notice?.contains("wasn't processed") == true)
    }
    #expect(!site.names.contains("Patience"))
    #expect(browser.pile == pile)
    #expect(browser.path == "/inventory/\(location)")
    #expect(browser.fields.prefix(4).map(\.value) == ["Patience", "Green", "on", "4"])
    browser.expectGoodSource()
    try await browser.click(save)
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    let item = try site.item("Patience")
    #expect(item.color == .green && item.status == .inStock(quantity: 4))
  }

  @Test(.everyWay, arguments: ["Quantity", "Name"])
  func `Text typed after the session ended is submitted with the earlier text`(last: String)
    async throws
  {
    let site = try site()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Duplicate", in: .row("Keyboard"))
    try await browser.choose("Color", "Green")
    if last == "Quantity" { try await browser.fill("Name", with: "Patience") }
    try await browser.fill("Quantity", with: "5")
    try await pushOut(on: site)
    if last == "Quantity" {
      try await browser.fill("Quantity", with: "4")
    } else {
      try await browser.fill("Name", with: "Patience")
      try await browser.fill("Quantity", with: "4")
    }
    #expect(browser.fields.prefix(4).map(\.value) == ["Patience", "Green", "on", "4"])
    try await browser.click("Save")
    if !browser.hasScript { try await browser.click("Save") }
    let item = try site.item("Patience")
    #expect(item.color == .green && item.status == .inStock(quantity: 4))
  }

  @Test(.everyWay) func `Earlier applied text is lost with the session, and typed text is kept`()
    async throws
  {
    let site = try site()
    let browser = try await site.user(at: "/inventory/stocktake/1")
    try await browser.fill("Counted", with: "98")
    try await browser.click("Next")
    try await browser.fill("Counted", with: "19")
    try await pushOut(on: site)
    try await expectRestored(browser) {
      try await browser.click("Next")
      #expect(browser.notice != nil)
    }
    #expect(browser.heading == "Monitor")
    #expect(try browser.field("Counted").value == "19")
    try await browser.click("Next")
    #expect(browser.heading == "Mouse")
  }

  @Test(.everyWay) func `The form shows its earlier content again`() async throws {
    let site = try site()
    let browser = try await site.user(at: "/inventory/items/2")
    try await browser.fill("Name", with: "Webcam")
    try await browser.fill("Quantity", with: "many")
    try await browser.choose("Color", "Red")
    try await browser.click("Inventory")
    #expect(browser.pile == ["screen Edit item"])
    try await pushOut(on: site)
    // The name was applied earlier and hasn't been typed since.
    try await browser.fill("Quantity", with: "3")
    try await expectRestored(browser) {
      try await browser.click("Inventory")
      #expect(browser.text.contains("This is “Monitor” now."))
    }
    #expect(browser.pile == ["screen Edit item"])
    #expect(try browser.field("Name").value == "Webcam")
    #expect(try browser.field("Color").value == "Red")
    #expect(try site.item("Monitor").status == .inStock(quantity: 20))
    try await browser.click("Inventory")
    #expect(browser.pile == ["screen Inventory"])
    #expect(try site.item("Webcam").color == .red)
    #expect(try site.item("Webcam").status == .inStock(quantity: 3))
  }

  @Test(.withoutScript(.unsaved)) func `A page without a scene isn't affected`() async throws {
    let site = try site()
    let browser = try await site.browser(at: "/inventory/add")
    try await pushOut(on: site)
    try browser.fill("Name", with: "Webcam")
    try await browser.click("Save")
    #expect(browser.notice == nil)
    #expect(site.names.last == "Webcam")
  }

  @Test(.everyWay) func `A reload opens the location`() async throws {
    let site = try site()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    let path = browser.path
    try await pushOut(on: site)
    try await browser.reload()
    #expect(browser.path == path)
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    try await browser.fill("Name", with: "Webcam")
    try await browser.click("Save")
    #expect(site.names.last == "Webcam")
  }

  @Test(.withoutScript(.pageOfBefore))
  func `An alert of an expired session doesn't delete the item`() async throws {
    let site = try site()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    try await pushOut(on: site)
    try await browser.click("Delete")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice?.contains("wasn't processed") == true)
    #expect(site.names.count == 4)
  }

  @Test(.withoutScript(.requests))
  func `A form with a scene is restored if its cookie is missing`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Duplicate", in: .row("Monitor"))
    try browser.fill("Name", with: "Second monitor")
    browser.removeCookies()
    try await browser.click("Save")
    #expect(site.names.count == 4)
    #expect(browser.status == 409)
    #expect(browser.notice?.contains("Allow cookies for this site, and submit again") == true)
    #expect(browser.pile == ["screen Inventory", "popover Duplicate item"])
    #expect(try browser.field("Name").value == "Second monitor")
    #expect(browser.cookies.count == 1)
    // Reloading repeats the POST, now with the new cookie.
    try await browser.reload()
    #expect(try browser.field("Name").value == "Second monitor")
    #expect(site.names.count == 4)
    try await browser.click("Save")
    #expect(site.names.last == "Second monitor")
    #expect(browser.pile == ["screen Inventory"])
  }

  @Test(.withoutScript(.requests)) func `Without cookies, each submission explains what to do`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Webcam")
    for _ in 1...2 {
      browser.removeCookies()
      try await browser.click("Save")
      #expect(
        browser.notice
          == "Your browser didn't send this site's cookie, so your request wasn't processed. "
          + "Allow cookies for this site, and submit again. If you see this message again, submit "
          + "once more. We restored what you entered.")
      #expect(try browser.field("Name").value == "Webcam")
      #expect(site.names.count == 4)
      #expect(site.sessionCount == 0)
    }
    // From here on, the browser allows cookies.
    try await browser.reload()
    try await browser.click("Save")
    #expect(site.names.last == "Webcam")
  }

  @Test(.withoutScript(.requests)) func `A POST of an expired form from another site is rejected`()
    async throws
  {
    let site = try site()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try await pushOut(on: site)
    let fields = [
      (try browser.fieldName("Name"), "Forged"), ("~tap", try browser.tap("Save")),
      (
        "~token",
        try #require(browser.topLayer?.node.first("input", where: ["name": "~token"])?["value"])
      ),
    ]
    try await browser.post("/inventory/add", fields: fields, fromSite: "http://evil.example")
    #expect(browser.status == 403)
    #expect(!browser.html.contains("Forged") && !browser.html.contains("Add item"))
    #expect(!browser.html.contains("~token"))
    #expect(site.names.count == 4)
  }
}
