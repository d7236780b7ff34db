/// Lines of comma-separated values, as specified by RFC 4180.
struct CSV {
  let text: String

  /// Creates a line for each row. Each cell is quoted.
  init(_ rows: [[String]]) {
    text = rows.map { $0.map(Self.cell).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func cell(_ text: String) -> String {
    // A spreadsheet would run a cell that begins like a formula. An apostrophe marks it as text.
    let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } == true
    let quoted = text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(isFormula ? "'" : "")\(quoted)\""
  }
}
