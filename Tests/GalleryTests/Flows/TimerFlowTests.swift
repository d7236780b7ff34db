import Cairn
import CairnTesting
import Testing
import Ways

@testable import Gallery

@Suite struct TimerFlowTests {
  @Test(.everyWay, .oneServer(.effect), arguments: ["add", "items/1/duplicate", "items/1"])
  func `Five ticks dismiss the form`(location: String) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/\(location)")
    let heading = browser.heading
    try await browser.set("Timer", to: true)
    try await browser.click("Apply")
    #expect(browser.heading == heading)
    #expect(browser.text.contains("This form closes in 5 seconds."))
    #expect(browser.buttons.contains("Update") == !browser.hasScript)
    #expect(browser.refreshDelay == nil)
    browser.expectGoodSource()
    await site.tick(2)
    try await browser.click("Update")
    #expect(browser.text.contains("This form closes in 3 seconds."))
    try await browser.fill("Name", with: "Typed meanwhile")
    await site.tick(2)
    try await browser.click("Update")
    #expect(browser.text.contains("This form closes in 1 second."))
    #expect(try browser.field("Name").value == "Typed meanwhile")
    await site.tick(1)
    #expect(await site.timersEnd())
    try await browser.click("Update")
    #expect(browser.path == "/inventory")
    #expect(browser.heading == "Inventory")
    #expect(browser.layers.count == 1)
    #expect(!browser.buttons.contains("Update"))
    #expect(browser.refreshDelay == nil)
  }

  @Test(.everyWay) func `Switching off the timer or leaving the form stops the timer`() async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.set("Timer", to: true)
    try await browser.click("Apply")
    await site.tick(3)
    try await browser.set("Timer", to: false)
    try await browser.click("Apply")
    #expect(await site.timersEnd())
    #expect(browser.heading == "Add item")
    #expect(!browser.buttons.contains("Update"))
    try await browser.set("Timer", to: true)
    try await browser.click("Apply")
    #expect(browser.text.contains("This form closes in 5 seconds."))
    try await browser.click("Cancel")
    #expect(browser.path == "/inventory")
    #expect(await site.timersEnd())
  }

  @Test(.withoutScript(.closedForm))
  func `Text typed in a form that its timer closed is restored`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    await site.tick(5)
    #expect(await site.timersEnd())
    try browser.fill("Name", with: "Too late")
    try await browser.click("Save")
    #expect(site.names.count == 4)
    #expect(browser.heading == "Add item")
    #expect(try browser.field("Name").value == "Too late")
    #expect(browser.notice != nil)
    try await browser.click("Save")
    #expect(browser.path == "/inventory")
    #expect(site.names.last == "Too late")
  }

  @Test(.everyWay, .oneServer(.effect))
  func `Applied text of a form that its timer closed is restored`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    try await browser.fill("Name", with: "Lamp")
    try await browser.set("Timer", to: true)
    try await browser.click("Apply")
    await site.tick(5)
    #expect(await site.timersEnd())
    try await browser.click("Update")
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names.count == 4)
    try await site.restart()
    for isFirst in [true, false] {
      try await browser.click("Add")
      #expect(try browser.field("Name").value == (isFirst ? "Lamp" : ""))
      #expect(try !browser.field("Timer").isOn)
      #expect((browser.notice == nil) != isFirst)
      browser.expectGoodSource()
      try await browser.click(isFirst ? "Save" : "Cancel")
    }
    #expect(site.names.last == "Lamp")
  }

  @Test(.everyWay, .oneServer(.effect)) func `A GET doesn't start a timer`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory/add")
    try await browser.set("Timer", to: true)
    try await browser.click("Apply")
    // The scene ID with another path opens a page from a copy of the state.
    try await browser.open(browser.location.replacing("/add", with: "/stocktake"))
    #expect(browser.heading == "Take stock")
    #expect(browser.refreshDelay == nil)
    await site.tick(5)
    #expect(await site.timersEnd())
    try await browser.back()
    try await browser.click("Update")
    #expect(browser.heading == "Inventory")
  }
}
