import CairnDependencies
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A page with a timer branches while the timer of another form is running in its scene.
@Suite struct BranchedTimerTests {
  @Test(.withoutScript(.sharedScene), .oneServer(.effect))
  func `The original's timer continues, and the branch has no timer`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Webcam")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    let original = try await browser.duplicateTab()
    try await original.click("Cancel")
    try await original.click("Duplicate", in: .row("Mouse"))
    try original.set("Timer", to: true)
    try await original.click("Apply")
    #expect(original.text.contains("This form closes in 5 seconds."))

    try browser.fill("Quantity", with: "7")
    try await browser.click("Apply")
    #expect(browser.sceneID != original.sceneID)
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(browser.notice?.contains("stopped the timer") == true)
    #expect(!browser.buttons.contains("Update"))

    await site.tick(2)
    try await original.click("Update")
    #expect(original.text.contains("This form closes in 3 seconds."))
    #expect(original.notice == nil)
    try await browser.reload()
    #expect(browser.text.contains("This form closes in 5 seconds."))
    await site.tick(3)
    #expect(await site.timersEnd())
    try await original.click("Update")
    #expect(original.pile == ["screen Inventory"])
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(try site.item("Webcam").status == .inStock(quantity: 7))
  }
}
