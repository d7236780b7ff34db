import CairnDependencies
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A restart of the server or a branch stopped a running effect. The page shows the feature's message
/// about it.
@Suite struct InterruptionTests {
  private static let message = "A server restart stopped the timer."

  private func timing(_ location: String, on site: GallerySite) async throws -> FlowUser {
    let browser = try await site.user(at: "/inventory/\(location)")
    try await browser.fill("Name", with: "Webcam")
    try await browser.set("Timer", to: true)
    try await browser.click("Apply")
    #expect(browser.notice == nil)
    return browser
  }

  @Test(.everyWay, .oneServer(.effect), arguments: ["add", "items/1/duplicate", "items/1"])
  func `A reload after a restart reports that the timer was stopped`(location: String) async throws
  {
    let site = try GallerySite()
    let browser = try await timing(location, on: site)
    try await site.restart()
    try await browser.reload()
    #expect(browser.notice?.contains(Self.message) == true)
    #expect(try browser.field("Name").value == "Webcam")
    #expect(!browser.buttons.contains("Update"))
    await site.clock.advance(by: .seconds(10))
    try await browser.click("Apply")
    #expect(try browser.field("Name").value == "Webcam")
  }

  @Test(.everyWay, .oneServer(.effect))
  func `A button after a restart reports the stopped timer once`() async throws {
    let site = try GallerySite()
    let browser = try await timing("add", on: site)
    try await site.restart()
    try await browser.click("Update")
    #expect(browser.notice?.contains(Self.message) == true)
    // The message appears once.
    if !browser.hasScript {
      try await browser.click("Apply")
      #expect(browser.notice == nil)
    }
    try await browser.click("Save")
    #expect(browser.notice == nil)
    #expect(site.names.last == "Webcam")
  }

  @Test(.everyWay, .oneServer(.effect)) func `Switching it on again restarts the timer`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await timing("add", on: site)
    try await site.restart()
    try await browser.set("Timer", to: false)
    try await browser.click("Apply")
    try await browser.set("Timer", to: true)
    try await browser.click("Apply")
    #expect(browser.notice == nil)
    await site.clock.advance(by: .seconds(5))
    try await browser.click("Update")
    #expect(browser.pile == ["screen Inventory"])
  }

  @Test(.everyWay, .oneServer(.effect)) func `A dismissed form doesn't report a stopped timer`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await timing("add", on: site)
    try await site.restart()
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    #expect(site.names.last == "Webcam")
  }

  @Test(.everyWay, .oneServer(.effect))
  func `A timer that ended before the restart isn't reported`() async throws {
    let site = try GallerySite()
    let browser = try await timing("add", on: site)
    try await browser.set("Timer", to: false)
    try await browser.click("Apply")
    try await site.restart()
    try await browser.reload()
    #expect(browser.notice == nil)
  }

  @Test(.withoutScript(.sharedScene), .oneServer(.effect))
  func `A branch reports that it has no timer`() async throws {
    let site = try GallerySite()
    let browser = try await timing("add", on: site)
    let other = try await browser.duplicateTab()
    try await other.click("Cancel")
    #expect(other.pile == ["screen Inventory"])
    try await browser.click("Apply")
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(browser.sceneID != other.sceneID)
    #expect(browser.notice?.contains("timer") == true)
  }
}
