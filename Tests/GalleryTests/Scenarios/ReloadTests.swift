import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A reload shows the same page and doesn't repeat actions.
@Suite(.restarting) struct ReloadTests {
  @Test(.everyWay, arguments: Journey.all + Journey.questions)
  func `A reload shows the same layers`(journey: Journey) async throws {
    let site = try GallerySite()
    let browser = try await journey.taken(on: site)
    let sight = browser.sight
    let location = browser.location
    for _ in 0..<2 {
      try await browser.reload()
      #expect(browser.status == 200)
      #expect(browser.sight == sight)
      #expect(browser.location == location)
    }
    if !browser.hasScript { #expect(browser.exchanges.map(\.request.method) == ["GET"]) }
    #expect(site.names.count == 4)
  }

  @Test(.everyWay) func `Submitted values are shown after a reload`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.fill("Name", with: "Webcam")
    try await browser.choose("Color", "Red")
    try await browser.set("In stock", to: false)
    try await browser.click("Apply")
    let fields = browser.fields
    #expect(fields.map(\.value) == ["Webcam", "Red", "off", "off", "off"])
    try await browser.reload()
    #expect(browser.fields == fields)
    try await browser.click("Save")
    for _ in 0..<2 { try await browser.reload() }
    #expect(site.names.count == 5)
    #expect(browser.rows.count == 5)
    #expect(try site.item("Webcam").color == .red)
  }

  @Test(.everyWay) func `A reloaded alert deletes the item once`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Delete", in: .row("Monitor"))
    try await browser.reload()
    #expect(site.names.count == 4)
    try await browser.click("Delete")
    for _ in 0..<2 { try await browser.reload() }
    #expect(browser.dialogs.isEmpty)
    #expect(site.names == ["Keyboard", "Mouse", "Headphones"])
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `A reloaded screen of a stack keeps the screens below`(menu: MenuSample) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path + "/sign-up")
    try await browser.fill("Name", with: "Ada")
    try await browser.fill("Email", with: "ada@example.com")
    try await browser.click("Sign up")
    try await browser.reload()
    try await browser.click("Sign up", in: .bar)
    try await browser.reload()
    #expect(browser.fields.map(\.value) == ["Ada", "ada@example.com"])
  }
}
