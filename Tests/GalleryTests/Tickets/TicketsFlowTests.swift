import Cairn
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The list of tickets in a browser.
@Suite(.restarting) struct TicketsFlowTests {
  private func subjects(
    _ site: GallerySite, _ query: TicketQuery, _ position: TicketPosition = .first
  ) throws -> [String] {
    try site.tickets.page(query, position).tickets.map(\.subject)
  }

  /// Returns the subjects of the visible tickets.
  private func subjects(_ user: FlowUser) -> [String] {
    let others: Set = ["Gallery", "First", "Previous", "Next", "Last"]
    return user.links.filter { !others.contains($0) }
  }

  /// Returns the path and the query of a page, without the ID of its scene.
  private func place(_ user: FlowUser) -> String {
    let parts = user.location.split(separator: "?", maxSplits: 1)
    let items = parts.dropFirst().flatMap { $0.split(separator: "&") }.filter { $0.first != "~" }
    return user.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  @Test(.everyWay) func `The filters, the order, and the page are in the location`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/tickets")
    #expect(place(user) == "/tickets")
    var query = TicketQuery()
    let all = try subjects(site, query)
    #expect(subjects(user) == all)

    try await user.choose("Status", "Closed")
    try await user.click("Apply")
    query.status = .closed
    let closed = try subjects(site, query)
    #expect(place(user) == "/tickets?status=closed")
    #expect(subjects(user) == closed)

    try await user.click("Priority")
    query.sort = TableSort(.priority)
    let first = try site.tickets.page(query, .first)
    #expect(place(user) == "/tickets?status=closed&sort=priority&order=asc")
    #expect(subjects(user) == first.tickets.map(\.subject))

    try await user.click("Next")
    let next = try #require(first.next)
    let second = try subjects(site, query, next)
    let page = "/tickets?status=closed&sort=priority&order=asc&page=\(next.routeSegment)"
    #expect(place(user) == page)
    #expect(subjects(user) == second)

    // Another user sees the same list.
    let other = try await site.user(at: page)
    #expect(subjects(other) == second)
    try await other.click("Number")
    #expect(place(other) == "/tickets?status=closed&sort=number&order=asc")
  }

  @Test(.everyWay) func `Back returns to the page before`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/tickets?sort=number&order=asc")
    var query = TicketQuery()
    query.sort = TableSort(.number)
    try await user.click("Last")
    let last = try subjects(site, query, .last)
    #expect(subjects(user) == last)
    #expect(!user.links.contains("Next"))
    try await user.click("Previous")
    let previous = subjects(user)
    try await user.click("First")
    let first = try subjects(site, query)
    #expect(subjects(user) == first)
    #expect(!user.links.contains("Previous"))
    try await user.back()
    #expect(subjects(user) == previous)
    try await user.back()
    #expect(subjects(user) == last)
    #expect(place(user) == "/tickets?sort=number&order=asc&page=last")
  }

  @Test(.everyWay) func `A search finds tickets, and begins at the first page`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/tickets?page=last")
    try await user.fill("Search for words", with: "kyoto print")
    try await user.click("Apply")
    var query = TicketQuery()
    query.search = "kyoto print"
    let found = try subjects(site, query)
    #expect(!found.isEmpty)
    #expect(subjects(user) == found)
    #expect(place(user) == "/tickets?q=kyoto%20print")
    try await user.fill("Search for words", with: "nothing like this")
    try await user.click("Apply")
    #expect(user.text.contains("No tickets found"))
    try await user.reload()
    #expect(try user.field("Search for words").value == "nothing like this")
  }

  @Test(.everyWay) func `A saved ticket leads back to its place in the list`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/tickets?sort=number&order=asc")
    try await user.click("Next")
    let list = place(user)
    let rows = subjects(user)
    let ticket = try #require(try site.tickets.ticket(54))
    #expect(rows.contains(ticket.subject))

    try await user.click(ticket.subject)
    #expect(user.pile == ["screen Tickets", "sheet Ticket 54"])
    #expect(place(user) == list.replacing("/tickets", with: "/tickets/ticket/54"))
    #expect(try user.field("Status").value == ticket.status.name)
    try await user.choose("Status", "Waiting")
    try await user.fill("Comment", with: "Sent another cable.")
    try await user.click("Save")
    #expect(user.pile == ["screen Tickets"])
    #expect(place(user) == list)
    #expect(subjects(user) == rows)
    let saved = try #require(try site.tickets.ticket(54))
    #expect(ticket.status != .waiting && saved.status == .waiting)

    try await user.click(ticket.subject)
    #expect(user.text.contains("Sent another cable."))
    #expect(user.text.contains("Status: Waiting"))
    #expect(try user.field("Comment").value == "")
    try await user.click("Cancel")
    #expect(place(user) == list)
  }

  @Test(.everyWay) func `A ticket opens from its location`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/tickets/ticket/8?status=closed")
    #expect(user.status == 200)
    #expect(user.pile == ["screen Tickets", "sheet Ticket 8"])
    #expect(user.text.contains("Scanner in Quito shows an error"))
    try await user.open("/tickets/ticket/231?status=closed")
    #expect(user.status == 404)
    #expect(user.pile == ["screen Tickets"])
  }

  @Test(.withoutScript(.requests)) func `A tap on a row has the same target as its link`()
    async throws
  {
    let site = try GallerySite()
    let address = "/tickets?status=closed&sort=number&page=last"
    let page = try await site.browser(at: address)
    let links =
      page.topLayer?.node.all("a").compactMap { link in
        link["data-tap"].flatMap { tap in link["href"].map { (href: $0, tap: tap) } }
      } ?? []
    #expect(links.count == TicketQuery.pageSize)
    for link in links.prefix(3) {
      let browser = site.browser()
      try await browser.open(address)
      let answer = try await browser.send(try browser.submission(tap: link.tap))
      try await browser.open(try #require(answer.header("Location")))
      let other = try await site.browser(at: link.href)
      #expect(browser.canonical == other.canonical)
      #expect(link.href == other.canonical)
    }
  }
}
