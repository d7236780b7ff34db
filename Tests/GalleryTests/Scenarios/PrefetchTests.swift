import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Clients that only request pages don't change or store anything.
@Suite(.restarting, .withoutScript(.requests)) struct PrefetchTests {
  private static let addresses = [
    "/", "/inventory", "/inventory/add", "/inventory/items/1", "/inventory/items/1/duplicate",
    "/inventory/stocktake/summary", "/menu/tree/sign-up", "/menu/stack/sign-up/confirmation",
  ]

  @Test(arguments: ["prefetch", "prefetch;prerender", "HEAD", "preview"])
  func `Requests for pages don't change anything`(how: String) async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try browser.fill("Name", with: "Webcam")
    try await browser.click("Apply")
    let sceneID = try #require(browser.sceneID)
    let sight = browser.sight
    // Another client requests the preview of a link.
    let visitor = how == "preview" ? site.browser() : browser
    for address in Self.addresses {
      for address in [address, "\(address)?~\(sceneID)", "\(address)?~\(sceneID)!1"] {
        var request = BrowserRequest(target: address)
        switch how {
        case "HEAD": request.method = "HEAD"
        case "preview": break
        default: request.headers.append(("Sec-Purpose", how))
        }
        let response = try await visitor.send(request)
        #expect(response.status == 200)
        if how == "preview" {
          #expect(!response.text.contains("Webcam"))
        } else {
          #expect(response.header("Set-Cookie") == nil)
        }
      }
    }
    #expect(site.sessionCount == 1)
    #expect(site.names.count == 4)
    try await browser.reload()
    #expect(browser.sight == sight)
    try await browser.click("Save")
    #expect(site.names.last == "Webcam")
  }

  @Test func `A prerendered page can be used later`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try await browser.click("Cancel")
    // One page with the scene's address, and one without a scene ID.
    let marked = browser.newTab()
    try await marked.open(browser.location)
    let plain = browser.newTab()
    try await plain.open("/inventory/items/1")
    try await browser.click("Take stock")
    try await browser.click("Start")
    try plain.fill("Name", with: "Typewriter")
    try await plain.click("Inventory")
    #expect(site.names.first == "Typewriter")
    try await marked.click("Duplicate", in: .row("Mouse"))
    #expect(marked.pile == ["screen Inventory", "popover Duplicate item"])
    try await browser.click("Next")
    #expect(browser.heading == "Monitor")
  }

  @Test func `A crawler doesn't leave sessions or scenes`() async throws {
    let site = try GallerySite(of: Item.seed(count: 2_000))
    let transport = InProcessTransport(site.server)
    for number in 0..<10_000 {
      // Each item five times, with different addresses.
      let target = "/inventory/items/\(number % 2_000 + 1)?~\(number)"
      let response = try await transport.send(BrowserRequest(target: target))
      try #require(response.status == 200)
      try #require(response.headerValues("Set-Cookie").count == 1)
      // Let other tests make progress with their effects.
      await Task.yield()
    }
    #expect(site.sessionCount == 0)
    #expect(site.sceneCount == 0)
  }
}
