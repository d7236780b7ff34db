/// Lines of comma-separated values, as specified by RFC 4180.
struct CSV {
  private(set) var text = ""

  /// Appends a line. Each cell is quoted.
  mutating func append(_ cells: [String]) {
    text += cells.map(Self.cell).joined(separator: ",") + "\r\n"
  }

  private static func cell(_ text: String) -> String {
    // A spreadsheet would run a cell that begins like a formula. An apostrophe marks it as text.
    let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } == true
    let quoted = text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(isFormula ? "'" : "")\(quoted)\""
  }
}
