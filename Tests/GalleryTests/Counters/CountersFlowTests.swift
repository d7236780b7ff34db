import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The counters sample in a browser without JavaScript.
@Suite(.restarting) struct CountersFlowTests {
  @Test(.everyWay) func `Counters can be added, counted, and removed`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/")
    try await browser.click("Counters")
    #expect(browser.heading == "Counters")
    #expect(browser.text.contains("No counters"))
    browser.expectGoodSource()
    try await browser.click("Add counter")
    try await browser.click("Add counter")
    try await browser.click("Increment counter 1", in: .row("0", index: 0))
    try await browser.click("Increment counter 1", in: .row("1"))
    try await browser.click("Decrement counter 2", in: .row("0"))
    #expect(browser.text.contains("Sum: 1"))
    browser.expectGoodSource()
    try await browser.click("Remove", in: .row("2"))
    #expect(browser.text.contains("Sum: -1"))
    #expect(browser.canonical == "/counters")
  }

  @Test(.everyWay) func `A fact is presented as a sheet`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/counters")
    try await browser.click("Add counter")
    try await browser.click("Increment counter 1")
    try await browser.click("Fact")
    #expect(browser.canonical == "/counters/facts/1")
    #expect(browser.pile == ["screen Counters", "sheet Fact about 1"])
    #expect(browser.text.contains("1 is a good number."))
    browser.expectGoodSource()
    try await browser.click("Get another fact")
    #expect(browser.pile == ["screen Counters", "sheet Fact about 1"])
    try await browser.click("Close")
    #expect(browser.canonical == "/counters")
    #expect(browser.text.contains("Sum: 1"))
  }

  @Test(.everyWay) func `The buttons of two counters have different names`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/counters")
    for _ in 1...3 { try await browser.click("Add counter") }
    try await browser.click("Increment counter 3")
    try await browser.click("Remove counter 1")
    // The following counters have new positions.
    try await browser.click("Fact about counter 2")
    #expect(browser.pile == ["screen Counters", "sheet Fact about 1"])
    try await browser.click("Close")
    try await browser.click("Decrement counter 1")
    #expect(browser.text.contains("Sum: 0"))
    browser.expectGoodSource()
  }

  @Test(.everyWay) func `A fact that can't be loaded presents an alert`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/counters")
    try await browser.click("Add counter")
    try await browser.click("Decrement counter 1")
    try await browser.click("Fact")
    #expect(browser.pile == ["screen Counters", "alert Couldn't load a fact"])
    #expect(browser.text.contains("Try again in a moment."))
    try await browser.click("OK")
    #expect(browser.pile == ["screen Counters"])
    #expect(browser.text.contains("Sum: -1"))
  }

  @Test(.everyWay) func `Going back restores the previous page`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/counters")
    try await browser.click("Add counter")
    try await browser.click("Fact")
    try await browser.back()
    try await browser.click("Increment counter 1")
    #expect(browser.pile == ["screen Counters"])
    #expect(browser.text.contains("Sum: 1"))
  }

  @Test(.everyWay) func `A bookmark of a fact opens the fact`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/counters/facts/7")
    #expect(browser.status == 200)
    #expect(browser.pile == ["screen Counters", "sheet Fact about 7"])
    try await browser.click("Get another fact")
    #expect(browser.text.contains("7 is a good number."))
    try await browser.click("Close")
    try await browser.click("Add counter")
    #expect(browser.text.contains("Sum: 0"))
  }

  @Test(.everyWay) func `Each tab has its own counters`() async throws {
    let site = try GallerySite()
    let first = try await site.user(at: "/counters")
    try await first.click("Add counter")
    let second = try await first.duplicateTab()
    try await first.click("Increment counter 1")
    try await second.open("/counters")
    try await second.click("Add counter")
    #expect(second.text.contains("Sum: 0"))
    try await first.click("Increment counter 1")
    #expect(first.text.contains("Sum: 2"))
  }
}

/// Refreshes of the counters on a server that keeps running. After a restart, tasks first have to start
/// again.
@Suite struct CountersRefreshTests {
  @Test(.withoutScript(.requests))
  func `A page whose tasks wait for its own scene isn't refreshed`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/counters")
    try await browser.click("Add counter")
    #expect(browser.refreshDelay == nil)
    try await browser.click("Increment counter 1")
    #expect(browser.refreshDelay == nil)
  }
}
