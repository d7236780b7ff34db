import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: a long table with filters, a search, an order, and pages")
struct TicketsTests {
  /// Returns the query of the page, without the ID of its scene.
  private func query(_ chromium: Chromium) async throws -> String {
    let parts = try await chromium.location.split(separator: "?", maxSplits: 1)
    return parts.dropFirst().flatMap { $0.split(separator: "&") }.filter { $0.first != "~" }
      .joined(separator: "&")
  }

  @Test(arguments: Chromium.Options.every)
  func `A ticket is found and changed, and the list keeps its place`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      let list = "status=closed&sort=number&order=asc"
      try await chromium.open("/tickets?\(list)", of: site)
      try await chromium.click("Next")
      // Half of the tickets are closed, so the second page begins after ticket 100.
      let page = list + "&page=after.98.98"
      let ticket = try #require(try site.tickets.ticket(104))
      #expect(try await query(chromium) == page)
      #expect(try await chromium.text.contains(ticket.subject))

      try await chromium.click(ticket.subject)
      #expect(try await chromium.path == "/tickets/ticket/104")
      #expect(try await chromium.heading == "Ticket 104")
      try await chromium.choose("Status", "Open")
      try await chromium.fill("Comment", with: "Sent a cable.")
      try await chromium.click("Save")
      #expect(try await chromium.path == "/tickets")
      #expect(try await query(chromium) == page)
      // The filter doesn't match the ticket anymore.
      #expect(try await !chromium.hasControl(ticket.subject))
      let saved = try site.tickets.ticket(104)
      let changes = try site.tickets.changes(104)
      #expect(saved?.status == .open && changes.map(\.comment) == ["Sent a cable."])

      // Without the script, the browser also returns to the ticket.
      if options.javaScript {
        try await chromium.back()
        #expect(try await query(chromium) == list)
      }
    }
  }

  @Test(arguments: Chromium.Options.every)
  func `Typed words and the order are in the address`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/tickets?page=last", of: site)
      try await chromium.fill("Search for words", with: "kyoto")
      if options.javaScript {
        try await chromium.settle()
      } else {
        try await chromium.click("Search")
      }
      #expect(try await query(chromium) == "q=kyoto")
      try await chromium.click("Number")
      #expect(try await query(chromium) == "q=kyoto&sort=number&order=asc")
      let order = try await chromium.evaluate(
        "document.querySelector('th[aria-sort]').textContent")
      #expect(order.string == "Number")
      let numbers = try await chromium.evaluate(
        "[...document.querySelectorAll('td[data-label=Number]')].map((cell) => +cell.textContent)"
      ).array.compactMap(\.number)
      #expect(!numbers.isEmpty && numbers == numbers.sorted())
    }
  }
}
