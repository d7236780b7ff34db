import CairnTesting
import Testing
import Ways
import WebDriver

@testable import Booking

/// Changes that other members make, on open pages. With the script, the server sends them.
struct LiveFlowTests {
  @Test(.everyWay, arguments: Words.all)
  func `An open week shows the bookings of others`(words: Words) async throws {
    let site = try BookingSite()
    let ann = try await site.member("Ann", in: words)
    let moment = try await ann.moment
    let ben = try await site.member("Ben", at: "/new/2026-11-23-10", in: words)
    try await ben.fill(words("Title"), with: "Review")
    try await ben.click(words("Book"))
    #expect(ben.path == "/")
    try await ann.waitForText("\(words.time(10)) Review, Ben")
    #expect(ann.links.contains("\(words.time(10)) Review, Ben"))
    #expect(!ann.links.contains(words.free(10)))
    let last = try await ann.moment
    #expect(last == moment)
    // Notes the page for the comparison of the ways.
    try await ann.catchUp()
  }

  @Test(.everyWay, arguments: Words.all)
  func `An open booking shows the comments of others`(words: Words) async throws {
    let site = try BookingSite()
    try await site.book("Review")
    let ann = try await site.member("Ann", at: "/bookings/1", in: words)
    #expect(ann.heading == "Review")
    let moment = try await ann.moment
    let cleo = try await site.member("Cleo", at: "/bookings/1", in: words)
    try await cleo.fill(words("Comment"), with: "Bring cake")
    try await cleo.click(words("Add comment"))
    #expect(cleo.topText.contains("Bring cake"))
    try await ann.waitForText("Bring cake")
    #expect(ann.heading == "Review")
    #expect(ann.topText.contains("Bring cake"))
    let last = try await ann.moment
    #expect(last == moment)
    // A form stores the same state in each way. The sheet of a link is only stored with the next change.
    try await ann.click(words("Close"))
    #expect(ann.path == "/")
  }
}

extension FlowUser {
  /// A value that changes when the tab loads a page, or `nil` without the script.
  fileprivate var moment: String? {
    get async throws {
      guard let tab else { return nil }
      try await tab.choose()
      return try await tab.look().moment
    }
  }

  /// Waits until the page contains a text that the server sends. Without the script, requests the page again.
  fileprivate func waitForText(_ text: String) async throws {
    guard let tab else { return try await reload() }
    try await tab.choose()
    let site = site
    let page = try await tab.chromium.waitForValue("the text “\(text)”") {
      let reader = site.reader(of: tab)
      let page = try await tab.look()
      try reader.show(
        BrowserResponse(status: page.status, body: Array(page.html.utf8)), at: page.location)
      return reader.text.contains(text) ? page : nil
    }
    try show(page)
  }
}
