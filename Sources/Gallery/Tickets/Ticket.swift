import Cairn
import Foundation

/// A request for help, with its current state.
struct Ticket: Codable, Equatable, Identifiable, Sendable {
  /// The number of the ticket, starting at 1.
  let id: Int
  let subject: String
  /// The name of the user who needs help.
  let requester: String
  var status: Status
  var priority: Priority
  var assignee: Assignee
  /// The time of the last change.
  var updated: Date

  /// The progress of a ticket. The raw value is the text in URLs and in the database.
  enum Status: String, CaseIterable, Codable, RouteValue, Sendable {
    case open, waiting, solved, closed

    var name: String {
      switch self {
      case .open: "Open"
      case .waiting: "Waiting"
      case .solved: "Solved"
      case .closed: "Closed"
      }
    }
  }

  /// The urgency of a ticket. The raw value is the number by which tickets are sorted.
  enum Priority: Int, Codable, Sendable {
    case low = 1
    case normal, high, urgent

    var name: String {
      switch self {
      case .low: "Low"
      case .normal: "Normal"
      case .high: "High"
      case .urgent: "Urgent"
      }
    }
  }

  /// The person who works on a ticket. The raw value is the text in URLs and in the database.
  enum Assignee: String, CaseIterable, Codable, RouteValue, Sendable {
    case unassigned, ada, barbara, edsger, grace, katherine, ken, radia

    var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }
}

/// A change of a ticket that someone saved.
struct TicketChange: Equatable, Identifiable, Sendable {
  let id: Int
  let date: Date
  /// The new status, or `nil` if it didn't change.
  let status: Ticket.Status?
  /// The comment, which can be empty.
  let comment: String
}

/// A change of a ticket that hasn't been saved.
struct TicketEdit: Equatable, Sendable {
  let id: Ticket.ID
  /// The new status, or `nil` to keep the current one.
  var status: Ticket.Status?
  /// A comment to add, or an empty text.
  var comment = ""
}
