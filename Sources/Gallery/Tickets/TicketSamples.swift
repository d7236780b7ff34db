import Foundation
import GRDB

/// The generated tickets of a new database. The same number always has the same ticket.
enum TicketSamples {
  private static let devices = [
    "Printer", "Laptop", "Phone", "Projector", "Scanner", "Calendar", "Mailbox", "Router",
    "Badge reader", "Keyboard", "Screen",
  ]

  private static let places = ["Oslo", "Kyoto", "Lima", "Cairo", "Porto", "Tallinn", "Quito"]

  private static let problems = [
    "doesn't start", "is very slow", "shows an error", "lost its connection", "needs an update",
    "asks for a password", "makes a noise", "is missing", "needs more space",
  ]

  private static let givenNames = [
    "Amina", "Bruno", "Chiara", "Dimitri", "Elif", "Farid", "Greta", "Hugo", "Irene", "Jonas",
    "Kenji", "Leila", "Marta", "Nadia", "Oskar", "Priya",
  ]

  private static let familyNames = [
    "Almeida", "Berg", "Costa", "Dahl", "Eriksen", "Fischer", "Garcia", "Haddad", "Ito", "Jensen",
    "Kaya", "Lind", "Moreau", "Novak", "Okafor", "Petrov", "Rossi", "Sato", "Tamm",
  ]

  /// The statuses of ten consecutive tickets.
  private static let statuses: [Ticket.Status] = [
    .open, .closed, .closed, .waiting, .closed, .solved, .closed, .open, .closed, .solved,
  ]

  /// Inserts the tickets 1 to `count`.
  ///
  /// SQLite generates them, which is faster than a statement per ticket.
  static func insert(_ count: Int, _ db: Database) throws {
    guard count > 0 else { return }
    // The times are 10 minutes apart, and not in the order of the numbers.
    try db.execute(
      sql: """
        WITH RECURSIVE number(n) AS (
          SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :count
        )
        INSERT INTO ticket (id, subject, requester, status, priority, assignee, updated)
        SELECT
          n,
          \(word("devices", "n * 17 % \(devices.count)")) || ' in '
            || \(word("places", "n * 13 % \(places.count)")) || ' '
            || \(word("problems", "n / 3 % \(problems.count)")),
          \(word("givenNames", "n % \(givenNames.count)")) || ' '
            || \(word("familyNames", "n / 16 % \(familyNames.count)")),
          \(word("statuses", "n % \(statuses.count)")),
          n / 7 % 4 + 1,
          \(word("assignees", "n / 10 % \(Ticket.Assignee.allCases.count)")),
          1700000000 + n * 7919 % 100003 * 600
        FROM number
        """,
      arguments: ["count": count, "words": words])
  }

  /// Returns the SQL for an element of one of the lists of words.
  private static func word(_ list: String, _ index: String) -> String {
    "json_extract(:words, '$.\(list)[' || (\(index)) || ']')"
  }

  /// The lists of words as JSON. SQLite parses a single argument only once.
  private static var words: String {
    get throws {
      let lists = [
        "devices": devices, "places": places, "problems": problems, "givenNames": givenNames,
        "familyNames": familyNames, "statuses": statuses.map(\.rawValue),
        "assignees": Ticket.Assignee.allCases.map(\.rawValue),
      ]
      return String(decoding: try JSONEncoder().encode(lists), as: UTF8.self)
    }
  }
}
