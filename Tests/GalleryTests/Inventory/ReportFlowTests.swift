import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// The report with the items to reorder, which takes a while.
@Suite(.timeLimit(.minutes(30))) struct ReportFlowTests {
  private static let request = BrowserRequest(target: "/inventory/report.csv")

  @Test(.everyWay) func `A report is prepared across a restart, and only its session downloads it`()
    async throws
  {
    let site = try GallerySite()
    let user = try await site.user(at: "/inventory")
    try await user.click("Prepare report")
    #expect(user.text.contains("Checking the stock"))
    user.expectGoodSource()
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Checking the stock"))
    // The work that has begun again may not be asleep yet.
    for _ in 0..<1000 where !user.links.contains("Download the report") {
      await site.tick(60)
      try await user.reload()
    }
    #expect(user.text.contains("3 items must be reordered."))
    user.expectGoodSource()
    let link = user.topLayer?.node.all("a").first { $0.text == "Download the report" }
    #expect(link?["href"] == "/inventory/report.csv")
    if !user.hasScript {
      let response = try await user.browser.send(Self.request)
      #expect(response.status == 200)
      #expect(response.header("Content-Disposition") == "attachment; filename=\"reorder.csv\"")
      #expect(response.header("Cache-Control") == "private, no-store")
      #expect(
        response.text.components(separatedBy: "\r\n") == [
          "\"id\",\"name\",\"color\",\"quantity\",\"on back order\"",
          "\"2\",\"Monitor\",\"black\",\"20\",\"no\"", "\"3\",\"Mouse\",\"white\",\"0\",\"yes\"",
          "\"4\",\"Headphones\",\"\",\"20\",\"no\"", "",
        ])
    }
    let other = try await site.browser(at: "/inventory")
    #expect(try await other.send(Self.request).status == 404)
  }

  @Test(.everyWay, .oneServer(.effect)) func `A canceled report has no file`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/inventory")
    try await user.click("Prepare report")
    #expect(user.text.contains("Checking the stock"))
    try await user.click("Cancel")
    #expect(user.text.contains("This was canceled."))
    #expect(!user.text.contains("Checking the stock"))
    #expect(!user.links.contains("Download the report"))
    if !user.hasScript { #expect(try await user.browser.send(Self.request).status == 404) }
    #expect(await site.timersEnd())
  }

  @Test(.withoutScript(.requests)) func `A session has only its last report`() async throws {
    let inventory = try inventory()
    let (one, other) = (UUID(), UUID())
    #expect(try inventory.report(one) == nil)
    try await inventory.keepReport("a", one)
    try await inventory.keepReport("b", one)
    #expect(try inventory.report(one) == "b")
    #expect(try inventory.report(other) == nil)
  }
}
