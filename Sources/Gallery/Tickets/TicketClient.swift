import Cairn
import Foundation

/// The database functions that the tickets' features need.
struct TicketClient: Sendable {
  /// Returns a page of a list.
  var page: @Sendable (TicketQuery, TicketPosition) throws -> TicketPage
  /// Returns a ticket, or `nil` if it doesn't exist.
  var ticket: @Sendable (Ticket.ID) throws -> Ticket?
  /// Returns the saved changes of a ticket, oldest first.
  var changes: @Sendable (Ticket.ID) throws -> [TicketChange]
  /// Saves a change. If the change is repeated, for example because the form is processed again after a crash, it's
  /// saved only once.
  var save: @Sendable (TicketEdit) async throws -> Void
}

extension TicketClient: TestDependencyKey {
  /// A few tickets in memory, which are created when they're first used.
  static var testValue: Self { .database(TicketDatabase(path: nil, count: 230)) }
}

extension TicketClient {
  /// Returns a client for a database.
  static func database(_ database: TicketDatabase) -> Self {
    Self(
      page: { try database.page(of: $0, at: $1) },
      ticket: { try database.ticket($0) },
      changes: { try database.changes(of: $0) },
      save: { edit in
        @Dependency(\.date.now) var now
        @Dependency(\.idempotencyKey) var key
        try await database.save(edit, at: now, once: key.appending("ticket-\(edit.id)"))
      })
  }
}

extension DependencyValues {
  /// The tickets that all sessions share.
  var tickets: TicketClient {
    get { self[TicketClient.self] }
    set { self[TicketClient.self] = newValue }
  }
}
