import Cairn
import Foundation

/// The filters and the order of a list of tickets.
struct TicketQuery: Codable, Hashable, Sendable {
  /// A column by which tickets can be sorted.
  enum Column: String, Codable, RouteValue, Sendable { case number, priority, updated }

  /// The number of tickets on a page.
  static let pageSize = 50

  /// The status of the tickets, or `nil` for all.
  var status: Ticket.Status?
  /// The assignee of the tickets, or `nil` for all.
  var assignee: Ticket.Assignee?
  /// Words with which words of the subject or the requester begin. With an empty text, all tickets are found.
  var search = ""
  /// The order. Tickets with equal values are in the order of their numbers.
  var sort = TableSort(Column.updated, order: .descending)
}

/// The position of a ticket in a sorted list.
///
/// It contains the values by which the list is sorted, so it stays valid if the ticket changes.
struct TicketCursor: Codable, Hashable, Sendable {
  /// The value in the column by which the list is sorted.
  let key: Int
  let id: Ticket.ID

  init(key: Int, id: Ticket.ID) {
    self.key = key
    self.id = id
  }

  /// Creates the position of a ticket in a list that's sorted by a column.
  init(of ticket: Ticket, in column: TicketQuery.Column) {
    id = ticket.id
    key =
      switch column {
      case .number: ticket.id
      case .priority: ticket.priority.rawValue
      case .updated: Int(ticket.updated.timeIntervalSince1970)
      }
  }
}

/// The page of a list of tickets, relative to a position in the list.
///
/// In a URL, it's a text such as `last` or `after.1735689600.4711`.
enum TicketPosition: Codable, Hashable, Sendable {
  case first
  case last
  case after(TicketCursor)
  case before(TicketCursor)
}

extension TicketPosition: RouteValue {
  init?(routeSegment: String) {
    switch routeSegment {
    case "first": self = .first
    case "last": self = .last
    default:
      let parts = routeSegment.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, let key = Int(routeSegment: String(parts[1])),
        let id = Int(routeSegment: String(parts[2]))
      else { return nil }
      let cursor = TicketCursor(key: key, id: id)
      switch parts[0] {
      case "after": self = .after(cursor)
      case "before": self = .before(cursor)
      default: return nil
      }
    }
  }

  var routeSegment: String {
    switch self {
    case .first: "first"
    case .last: "last"
    case .after(let cursor): "after.\(cursor.key).\(cursor.id)"
    case .before(let cursor): "before.\(cursor.key).\(cursor.id)"
    }
  }
}

/// The tickets of a page, and the positions of its neighbors.
struct TicketPage: Equatable, Sendable {
  var tickets: [Ticket]
  /// The position of the page before, or `nil` if this is the first page.
  var previous: TicketPosition?
  /// The position of the page after, or `nil` if this is the last page.
  var next: TicketPosition?
}
