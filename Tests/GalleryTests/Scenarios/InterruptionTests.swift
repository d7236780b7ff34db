import CairnDependencies
import CairnTesting
import Testing

@testable import Gallery

/// An effect was running while the server was started again, or stayed behind when a page was gone on
/// from: the page says so, because the feature asked for it.
@Suite struct InterruptionTests {
  private static let message = "The timer was stopped by a restart."

  private func timing(_ location: String, on site: GallerySite) async throws -> Browser {
    let browser = try await site.browser(at: "/inventory/\(location)")
    try browser.fill("Name", with: "Webcam")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    #expect(browser.notice == nil)
    return browser
  }

  @Test(arguments: ["add", "items/1/duplicate", "items/1"])
  func aReloadAfterARestartSaysThatTheTimerHasStopped(location: String) async throws {
    let site = try GallerySite(settleLimit: .milliseconds(50))
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

  @Test func aButtonAfterARestartSaysItToo() async throws {
    let site = try GallerySite(settleLimit: .milliseconds(50))
    let browser = try await timing("add", on: site)
    try await site.restart()
    try await browser.click("Update")
    #expect(browser.notice?.contains(Self.message) == true)
    // It is said once.
    try await browser.click("Apply")
    #expect(browser.notice == nil)
  }

  @Test func whoSwitchesItOnAgainHasATimerAgain() async throws {
    let site = try GallerySite(settleLimit: .milliseconds(50))
    let browser = try await timing("add", on: site)
    try await site.restart()
    try browser.set("Timer", to: false)
    try await browser.click("Apply")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    #expect(browser.notice == nil)
    await site.clock.advance(by: .seconds(5))
    try await browser.click("Update")
    #expect(browser.pile == ["screen Inventory"])
  }

  @Test func whereTheFormIsGoneNothingIsSaid() async throws {
    let site = try GallerySite(settleLimit: .milliseconds(50))
    let browser = try await timing("add", on: site)
    try await site.restart()
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    #expect(site.names.last == "Webcam")
  }

  @Test func aTimerThatHasEndedWasNotStopped() async throws {
    let site = try GallerySite(settleLimit: .milliseconds(50))
    let browser = try await timing("add", on: site)
    try browser.set("Timer", to: false)
    try await browser.click("Apply")
    try await site.restart()
    try await browser.reload()
    #expect(browser.notice == nil)
  }

  @Test func aPageThatIsGoneOnFromLeavesTheTimerBehind() async throws {
    let site = try GallerySite(settleLimit: .seconds(2))
    let browser = try await timing("add", on: site)
    let other = try await browser.duplicateTab()
    try await other.click("Cancel")
    #expect(other.pile == ["screen Inventory"])
    try await browser.click("Apply")
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(browser.mark != other.mark)
    #expect(browser.notice?.contains("timer") == true)
  }
}
