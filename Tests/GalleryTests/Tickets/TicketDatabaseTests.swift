import Cairn
import Foundation
import GRDB
import Testing

@testable import Gallery

/// The tickets in their database.
struct TicketDatabaseTests {
  private static let columns: [TicketQuery.Column] = [.number, .priority, .updated]

  private static var sorts: [TableSort<TicketQuery.Column>] {
    columns.flatMap { column in TableSortOrder.allCases.map { TableSort(column, order: $0) } }
  }

  private static var queries: [TicketQuery] {
    sorts.flatMap { sort in
      [nil, Ticket.Status.closed].flatMap { status in
        [nil, Ticket.Assignee.grace].map { assignee in
          TicketQuery(status: status, assignee: assignee, sort: sort)
        }
      }
    }
  }

  /// Returns the pages from a position on.
  private func pages(
    of query: TicketQuery, from start: TicketPosition, in database: TicketDatabase,
    by neighbor: (TicketPage) -> TicketPosition?
  ) throws -> [[Ticket]] {
    var pages: [[Ticket]] = []
    var next: TicketPosition? = start
    while let position = next, pages.count < 100 {
      let page = try database.page(of: query, at: position)
      pages.append(page.tickets)
      next = neighbor(page)
    }
    return pages
  }

  private func all(in database: TicketDatabase) throws -> [Ticket] {
    try (1...500).compactMap { try database.ticket($0) }
  }

  /// Returns the tickets of a list, sorted without SQL.
  private func expected(_ query: TicketQuery, of all: [Ticket]) -> [Ticket] {
    all.filter {
      (query.status == nil || $0.status == query.status)
        && (query.assignee == nil || $0.assignee == query.assignee)
    }
    .sorted { one, other in
      let (one, other) = (
        TicketCursor(of: one, in: query.sort.column), TicketCursor(of: other, in: query.sort.column)
      )
      return query.sort.precedes(one.key, other.key)
        || one.key == other.key && query.sort.precedes(one.id, other.id)
    }
  }

  @Test func `The pages contain each ticket once and in order, in both directions`() throws {
    let database = TicketDatabase(path: nil, count: 500)
    let all = try all(in: database)
    for query in Self.queries {
      let expected = expected(query, of: all).map(\.id)
      let forward = try pages(of: query, from: .first, in: database, by: \.next)
      #expect(forward.joined().map(\.id) == expected)
      #expect(forward.dropLast().allSatisfy { $0.count == TicketQuery.pageSize })
      let backward = try pages(of: query, from: .last, in: database, by: \.previous)
      // The first page is full, so it can contain tickets of the page after it.
      #expect(backward.allSatisfy { $0.count == min(TicketQuery.pageSize, expected.count) })
      #expect(backward.first?.map(\.id) == Array(expected.suffix(TicketQuery.pageSize)))
      #expect(backward.last?.map(\.id) == Array(expected.prefix(TicketQuery.pageSize)))
      #expect(Set(backward.joined().map(\.id)) == Set(expected))
    }
  }

  @Test func `Each page begins at an index`() throws {
    let database = TicketDatabase(path: nil, count: 500)
    for query in Self.queries {
      let page = try database.page(of: query, at: .first)
      let positions = [TicketPosition.first, .last] + (page.next.map { [$0] } ?? [])
      for position in positions {
        let plans = try database.plans(of: query, at: position)
        #expect(!plans.isEmpty)
        for plan in plans {
          // Neither sorts the tickets nor reads all of them from the start of the list.
          #expect(!plan.contains("TEMP B-TREE"), "\(query)")
          #expect(
            plan.hasPrefix("SEARCH") || plan.hasPrefix("SCAN ticket USING INDEX")
              || plan == "SCAN ticket",
            "\(query): \(plan)")
          if case .after = position { #expect(plan.hasPrefix("SEARCH"), "\(query): \(plan)") }
        }
      }
    }
  }

  @Test func `A position stays valid if its ticket changes`() async throws {
    let database = TicketDatabase(path: nil, count: 500)
    let query = TicketQuery()
    let first = try database.page(of: query, at: .first)
    let position = try #require(first.next)
    let second = try database.page(of: query, at: position)
    let last = try #require(first.tickets.last)
    try await database.save(
      TicketEdit(id: last.id, comment: "Done"), at: Date(timeIntervalSince1970: 2_000_000_000),
      once: IdempotencyKey())
    let moved = try database.page(of: query, at: .first)
    #expect(moved.tickets.first?.id == last.id)
    let same = try database.page(of: query, at: position)
    #expect(same.tickets == second.tickets)
  }

  @Test func `A position without tickets leads to the nearest page`() throws {
    let database = TicketDatabase(path: nil, count: 120)
    let query = TicketQuery(sort: TableSort(.number))
    let beyond = TicketPosition.after(TicketCursor(key: 1000, id: 1000))
    let last = try database.page(of: query, at: beyond)
    #expect(last.tickets.map(\.id) == Array(71...120))
    #expect(last.next == nil)
    let near = TicketPosition.before(TicketCursor(key: 3, id: 3))
    let first = try database.page(of: query, at: near)
    #expect(first.tickets.map(\.id) == Array(1...50))
    #expect(first.previous == nil)
    let none = TicketDatabase(path: nil, count: 0)
    for position in [TicketPosition.first, .last, beyond, near] {
      let page = try none.page(of: query, at: position)
      #expect(page == TicketPage(tickets: []))
    }
  }

  @Test(arguments: [true, false]) func `A search finds tickets in every order`(
    usesFullText: Bool
  ) throws {
    let database = TicketDatabase(path: nil, count: 500, usesFullText: usesFullText)
    let all = try all(in: database)
    for sort in Self.sorts {
      for text in ["Printer", " printer", "PRIN"] {
        let query = TicketQuery(status: .closed, search: text, sort: sort)
        let found = try pages(of: query, from: .first, in: database, by: \.next).joined()
        let expected = expected(query, of: all).filter { $0.subject.hasPrefix("Printer") }
        #expect(found.map(\.id) == expected.map(\.id))
        #expect(!found.isEmpty)
      }
    }
  }

  @Test func `Words can be in any order, and operators are words`() throws {
    let database = TicketDatabase(path: nil, count: 500)
    func count(_ text: String) throws -> Int {
      try pages(of: TicketQuery(search: text), from: .first, in: database, by: \.next)
        .joined().count
    }
    let all = try all(in: database)
    let both = all.filter { $0.subject.contains("Printer in Kyoto") }.count
    let ito = all.filter { $0.requester.hasSuffix(" Ito") }.count
    let found = (
      both: try count("kyo print"), requester: try count("Ito"), blank: try count(" \n"),
      long: try count(String(repeating: "kyoto ", count: 1000))
    )
    #expect(both > 0 && found.both == both)
    #expect(ito > 0 && found.requester == ito)
    #expect(found.blank == 500)
    #expect(found.long > both)
    for text in ["\"", "*", "!?", "printer OR laptop", "printer NOT kyoto", "NEAR(printer)", "\0"] {
      let number = try count(text)
      #expect(number == 0, "\(text)")
    }
  }

  @Test(arguments: [true, false]) func `A search for many tickets is in order`(
    usesFullText: Bool
  ) throws {
    // More tickets than are sorted for a page.
    let database = TicketDatabase(path: nil, count: 15_000, usesFullText: usesFullText)
    let query = TicketQuery(search: "Printer", sort: TableSort(.priority))
    let found = try pages(of: query, from: .first, in: database, by: \.next).joined()
    #expect(found.count > 1000)
    let cursors = found.map { TicketCursor(of: $0, in: .priority) }
    #expect(zip(cursors, cursors.dropFirst()).allSatisfy { ($0.key, $0.id) < ($1.key, $1.id) })
  }

  @Test func `A change is saved once, and keeps the status that it doesn't contain`() async throws {
    let database = TicketDatabase(path: nil, count: 10)
    let old = try #require(try database.ticket(7))
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    let key = IdempotencyKey()
    let comment = "Grüße\0, two\nlines"
    for _ in 0..<2 {
      try await database.save(TicketEdit(id: 7, comment: comment), at: date, once: key)
    }
    try await database.save(
      TicketEdit(id: 7, status: .waiting), at: date + 60, once: IdempotencyKey())
    let ticket = try #require(try database.ticket(7))
    #expect(ticket.updated == date + 60)
    #expect(old.status != .waiting && ticket.status == .waiting)
    let changes = try database.changes(of: 7)
    #expect(changes.map(\.comment) == [comment, ""])
    #expect(changes.map(\.status) == [nil, .waiting])
    #expect(changes.map(\.date) == [date, date + 60])
  }

  @Test func `A change of a ticket that doesn't exist is an error`() async throws {
    let database = TicketDatabase(path: nil, count: 10)
    await #expect(throws: TicketsAreNotWritten.self) {
      try await database.save(
        TicketEdit(id: 11, comment: "a"), at: Date(timeIntervalSince1970: 0),
        once: IdempotencyKey())
    }
  }

  @Test func `The file is created when it's first used, and keeps changes`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tickets-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a/b.tickets.sqlite").path
    let database = TicketDatabase(path: path, count: 20)
    #expect(!database.isOpen && !FileManager.default.fileExists(atPath: path))
    try await database.save(
      TicketEdit(id: 3, comment: "Hello"), at: Date(timeIntervalSince1970: 0),
      once: IdempotencyKey())
    #expect(database.isOpen)
    try database.close()
    // The number of tickets is for a new database.
    let again = TicketDatabase(path: path, count: 5)
    let (changes, ticket) = (try again.changes(of: 3), try again.ticket(20))
    #expect(changes.map(\.comment) == ["Hello"])
    #expect(ticket != nil)
    try again.close()
  }

  @Test func `Generated tickets are the same each time`() throws {
    let few = TicketDatabase(path: nil, count: 10)
    let many = TicketDatabase(path: nil, count: 1000)
    for id in 1...10 {
      let (one, other) = (try few.ticket(id), try many.ticket(id))
      #expect(one != nil && one == other)
    }
    let ticket = try #require(try few.ticket(8))
    #expect(ticket.subject == "Scanner in Quito shows an error")
    #expect(ticket.requester == "Irene Almeida")
    #expect(ticket.status == .closed && ticket.priority == .normal)
    #expect(ticket.assignee == .unassigned)
  }
}
