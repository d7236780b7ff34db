import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Rows that link to a location.
@Suite struct LinkFlowTests {
  private func links(_ browser: Browser) -> [(href: String, tap: String)] {
    browser.topLayer?.node.all("a").compactMap { link in
      link["data-tap"].flatMap { tap in link["href"].map { ($0, tap) } }
    } ?? []
  }

  @Test(.everyWay) func `A row opens its item, and Back returns to the list`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/inventory")
    for item in site.inventory.items() {
      try await user.click(item.name)
      #expect(user.path == "/inventory/items/\(item.id)")
      #expect(try user.field("Name").value == item.name)
      try await user.back()
      #expect(user.pile == ["screen Inventory"])
    }
    try await user.click("Monitor")
    try await user.click("Inventory", in: .bar)
    #expect(user.pile == ["screen Inventory"])
  }

  @Test(.withoutScript(.requests)) func `A tap has the same target as its link`() async throws {
    let site = try GallerySite()
    let address = "/inventory"
    let links = links(try await site.browser(at: address))
    #expect(!links.isEmpty)
    for link in links {
      // Each link needs a separate scene.
      let browser = site.browser()
      try await browser.open(address)
      let answer = try await browser.send(try browser.submission(tap: link.tap))
      let place = try #require(answer.header("Location"))
      try await browser.open(place)
      let other = try await site.browser(at: link.href)
      #expect(browser.canonical == other.canonical)
      #expect(link.href == other.canonical)
      #expect(browser.text == other.text)
    }
  }

  @Test(.withoutScript(.load)) func `Ten thousand rows are links`() async throws {
    let site = try GallerySite(of: Item.seed(count: 10_000))
    let links = links(try await site.browser(at: "/inventory"))
    #expect(links.count == 10_000)
    #expect(links.last?.href == "/inventory/items/10000")
  }
}
