import GRDB

/// The SQL that finds tickets by words.
struct TicketSearch {
  /// The statement that returns the IDs of the tickets.
  private let ids: String
  private let arguments: [DatabaseValue]

  /// The maximum number of words. More words are ignored.
  private static let maximumWords = 8
  /// The maximum number of results that are sorted for each page.
  private static let few = 1000

  /// Creates a search, or `nil` if the text is blank.
  /// - Parameters:
  ///   - text: The text that a user typed.
  ///   - isFullText: Whether the database has an index of words. Otherwise, the subject must begin with the text.
  init?(_ text: String, isFullText: Bool) {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
    guard isFullText else {
      let start = String(text[first...])
      ids = "SELECT id FROM ticket WHERE subject COLLATE NOCASE >= ? AND subject COLLATE NOCASE < ?"
      arguments = [start.databaseValue, (start + "\u{10FFFF}").databaseValue]
      return
    }
    let words = text.split { !$0.isLetter && !$0.isNumber }
    if words.isEmpty {
      ids = "SELECT NULL WHERE 0"
      arguments = []
    } else {
      ids = "SELECT rowid FROM ticketText WHERE ticketText MATCH ?"
      // A quoted word can't be an operator. The asterisk also finds words that begin with it.
      let match = words.prefix(Self.maximumWords).map { "\"\($0)\"*" }.joined(separator: " ")
      arguments = [match.databaseValue]
    }
  }

  /// Returns a condition for a statement, and its arguments.
  ///
  /// SQLite sorts a few results. For many results, it reads tickets in the order of an index until the page is full,
  /// because the plus sign prevents it from sorting.
  func condition(_ db: Database) throws -> (sql: String, arguments: [DatabaseValue]) {
    let found = try Int.fetchAll(
      db.cachedStatement(sql: "\(ids) LIMIT \(Self.few + 1)"),
      arguments: StatementArguments(arguments))
    guard found.count <= Self.few else { return ("+id IN (\(ids))", arguments) }
    let list = "[" + found.map(String.init).joined(separator: ",") + "]"
    return ("id IN (SELECT value FROM json_each(?))", [list.databaseValue])
  }
}
