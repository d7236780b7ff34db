import Cairn
import CairnTesting
import Foundation
import Testing

@testable import Gallery

/// The list of tickets and the form of a ticket, without a page.
@MainActor @Suite struct TicketsTests {
  private func store(
    _ tickets: TicketClient, _ state: Tickets.State = Tickets.State()
  ) -> TestStoreOf<Tickets> {
    TestStore(initialState: state) {
      Tickets()
    } withDependencies: {
      $0.tickets = tickets
      $0.date = .constant(Date(timeIntervalSince1970: 1_800_000_000))
    }
  }

  @Test func `Another filter or order begins at the first page`() async {
    let store = store(.testValue)
    var other = TicketQuery()
    other.status = .open
    await store.send(\.binding.query, other) { $0.query.status = .open }
    var state = Tickets.State()
    state.position = .last
    let paged = self.store(.testValue, state)
    other.sort.toggle(.priority)
    await paged.send(\.binding.query, other) {
      $0.query = other
      $0.position = .first
    }
    await paged.send(\.binding.query, other)
  }

  @Test func `Save keeps the change and closes the form`() async throws {
    let tickets = TicketClient.testValue
    let ticket = try #require(try tickets.ticket(8))
    let store = store(tickets)
    await store.send(.ticketTapped(id: 8)) { $0.ticket = TicketForm.State(ticket) }
    await store.send(\.ticket.binding.status, .waiting) { $0.ticket?.status = .waiting }
    await store.send(\.ticket.binding.comment, "Sent a cable.") {
      $0.ticket?.comment = "Sent a cable."
    }
    await store.send(\.ticket.saveTapped) { $0.ticket?.saving.isRunning = true }
    await store.receive(\.ticket.dismiss) { $0.ticket = nil }
    await store.finish()
    let saved = try #require(try tickets.ticket(8))
    #expect(ticket.status == .closed && saved.status == .waiting)
    #expect(saved.updated == Date(timeIntervalSince1970: 1_800_000_000))
    let changes = try tickets.changes(8)
    #expect(changes.map(\.comment) == ["Sent a cable."])
  }

  @Test(arguments: [true, false]) func `A form without changes saves nothing`(
    isSaved: Bool
  ) async throws {
    var tickets = TicketClient.testValue
    let saves = LockIsolated(0)
    tickets.save = { _ in saves.withValue { $0 += 1 } }
    let store = store(tickets)
    let ticket = try #require(try tickets.ticket(8))
    await store.send(.ticketTapped(id: 8)) { $0.ticket = TicketForm.State(ticket) }
    await store.send(\.ticket.binding.comment, " \n") { $0.ticket?.comment = " \n" }
    if isSaved {
      await store.send(\.ticket.saveTapped)
    } else {
      await store.send(\.ticket.cancelTapped)
    }
    await store.receive(\.ticket.dismiss) { $0.ticket = nil }
    #expect(saves.value == 0)
  }

  @Test func `A change that can't be saved stays in the form`() async throws {
    var tickets = TicketClient.testValue
    tickets.save = { _ in throw DiskIsFull() }
    let store = store(tickets)
    let ticket = try #require(try tickets.ticket(8))
    await store.send(.ticketTapped(id: 8)) { $0.ticket = TicketForm.State(ticket) }
    await store.send(\.ticket.binding.comment, "Hello") { $0.ticket?.comment = "Hello" }
    await store.send(\.ticket.saveTapped) { $0.ticket?.saving.isRunning = true }
    await store.receive(\.ticket.savingFailed) {
      $0.ticket?.saving.isRunning = false
      $0.ticket?.alert = .notSaved("The disk is full.")
    }
    await store.send(\.ticket.alert.dismiss) { $0.ticket?.alert = nil }
  }

  @Test func `A ticket that can't be read isn't opened`() async {
    var tickets = TicketClient.testValue
    tickets.ticket = { _ in throw DiskIsFull() }
    await store(tickets).send(.ticketTapped(id: 8))
    await store(.testValue).send(.ticketTapped(id: 0))
    tickets.page = { _, _ in throw DiskIsFull() }
    withDependencies {
      $0.tickets = tickets
    } operation: {
      #expect(Tickets.State().page == nil)
    }
  }

  @Test(arguments: [
    "/", "/?status=closed&assignee=grace&q=a%20b&sort=priority&order=asc&page=last",
    "/?page=after.1735689600.4711", "/ticket/8?sort=number&page=before.-1.7",
  ])
  func `A location opens its list, which has that location`(url: String) throws {
    var state = Tickets.State()
    let location = try #require(Location(url: url))
    let opened = withDependencies {
      $0.tickets = .testValue
    } operation: {
      state.open(location)
    }
    #expect(opened.isComplete && !opened.isGone)
    #expect(state.location == location)
    #expect((state.ticket != nil) == url.contains("/ticket/"))
  }

  @Test(arguments: [
    "", "0", "after", "after.1", "after.1.2.3", "after.01.2", "after.1.", "after.x.2", "at.1.2",
    "after.99999999999999999999.1", "First",
  ])
  func `Other texts aren't positions`(text: String) {
    #expect(TicketPosition(routeSegment: text) == nil)
  }

  @Test(arguments: [0, -1, 231]) func `The location of a missing ticket opens the list`(
    id: Int
  ) throws {
    var state = Tickets.State()
    let location = try #require(Location(url: "/ticket/\(id)?status=open"))
    let opened = withDependencies {
      $0.tickets = .testValue
    } operation: {
      state.open(location)
    }
    #expect(opened.isGone)
    #expect(state.ticket == nil && state.query.status == .open)
  }

  @Test func `The state can be stored`() throws {
    var state = Tickets.State()
    state.query = TicketQuery(
      status: .waiting, assignee: .ada, search: "a", sort: TableSort(.number))
    state.position = .before(TicketCursor(key: 3, id: 4))
    let data = try JSONEncoder().encode(state)
    let decoded = try JSONDecoder().decode(Tickets.State.self, from: data)
    #expect(decoded == state)
  }
}
