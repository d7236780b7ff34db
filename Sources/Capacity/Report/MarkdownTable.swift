/// A table in Markdown.
package struct MarkdownTable: Sendable, Equatable {
  package let title: String
  private let rows: [[String]]

  /// - Parameter rows: The head and the other rows. All have the same number of columns.
  init(_ title: String, _ rows: [[String]]) {
    self.title = title
    self.rows = rows
  }

  /// The lines of the table, without its title.
  package var text: String {
    var lines = rows.map { "| \($0.joined(separator: " | ")) |" }
    lines.insert("|" + String(repeating: "---|", count: rows.first?.count ?? 0), at: 1)
    return lines.joined(separator: "\n")
  }
}
