import CairnDependencies
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// An effect was running while the server was started again, or stayed behind when a page was gone on
/// from: the page says so, because the feature asked for it.
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

  @Test(.everyWay, arguments: ["add", "items/1/duplicate", "items/1"])
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

  @Test(.everyWay) func aButtonAfterARestartSaysItToo() async throws {
    let site = try GallerySite(settleLimit: .milliseconds(50))
    let browser = try await timing("add", on: site)
    try await site.restart()
    try await browser.click("Update")
    #expect(browser.notice?.contains(Self.message) == true)
    // It is said once.
    if !browser.hasScript {
      try await browser.click("Apply")
      #expect(browser.notice == nil)
    }
    try await browser.click("Save")
    #expect(browser.notice == nil)
    #expect(site.names.last == "Webcam")
  }

  @Test(.everyWay) func whoSwitchesItOnAgainHasATimerAgain() async throws {
    let site = try GallerySite(settleLimit: .milliseconds(50))
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

  @Test(.everyWay) func whereTheFormIsGoneNothingIsSaid() async throws {
    let site = try GallerySite(settleLimit: .milliseconds(50))
    let browser = try await timing("add", on: site)
    try await site.restart()
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    #expect(site.names.last == "Webcam")
  }

  @Test(.everyWay) func aTimerThatHasEndedWasNotStopped() async throws {
    let site = try GallerySite(settleLimit: .milliseconds(50))
    let browser = try await timing("add", on: site)
    try await browser.set("Timer", to: false)
    try await browser.click("Apply")
    try await site.restart()
    try await browser.reload()
    #expect(browser.notice == nil)
  }

  @Test(.withoutScript(.sharedScene)) func aPageThatIsGoneOnFromLeavesTheTimerBehind() async throws
  {
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
