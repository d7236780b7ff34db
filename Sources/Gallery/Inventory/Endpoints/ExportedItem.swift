import Cairn
import CairnServer

/// An item as the inventory exports it, for spreadsheets and other programs.
struct ExportedItem: Codable, Equatable {
  let id: Int
  let name: String
  let color: String?
  let quantity: Int
  let isOnBackOrder: Bool

  init(_ item: Item) {
    id = item.id
    name = item.name
    color = item.color?.rawValue
    quantity = item.status.inStock ?? 0
    isOnBackOrder = item.status == .outOfStock(isOnBackOrder: true)
  }

  /// The names of the columns as a line of CSV.
  static let header = "id,name,color,quantity,on back order"

  /// The item as a line of CSV.
  var line: String {
    [String(id), name, color ?? "", String(quantity), isOnBackOrder ? "yes" : "no"]
      .map(Self.cell).joined(separator: ",")
  }

  /// Writes the header and the lines of a CSV file, as specified by RFC 4180. A few lines are written at a time, so that
  /// an export of any size needs little memory.
  static func write(_ items: some Sequence<ExportedItem>, to writer: ResponseWriter) async throws {
    var lines = header + "\r\n"
    for item in items {
      lines += item.line + "\r\n"
      guard lines.utf8.count >= 16 * 1024 else { continue }
      try await writer.write(lines)
      lines = ""
    }
    try await writer.write(lines)
  }

  private static func cell(_ text: String) -> String {
    // A spreadsheet would run a cell that begins like a formula. An apostrophe marks it as text. Bytes are compared,
    // because a quotation mark with an accent is another character, and so is a line break of two bytes.
    let text = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } == true ? "'" + text : text
    guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
    return "\"\(text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined())\""
  }
}
