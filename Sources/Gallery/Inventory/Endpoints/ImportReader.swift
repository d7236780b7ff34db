import Cairn
import CairnServer

/// Reads the items of a list while its bytes arrive, with one item per line as in an ``ImportList``.
///
/// Only the items and the current line are in memory. The first line that can't be read ends the import.
struct ImportReader {
  private var items: [Item] = []
  private var line: [UInt8] = []
  private var number = 0

  /// The maximum number of items.
  static let itemLimit = 10_000
  /// The maximum size of a line in bytes.
  static let lineLimit = 2000

  /// Reads the next bytes.
  /// - Throws: A problem with the number of the line that can't be read.
  mutating func read(_ bytes: [UInt8]) throws(HTTPProblem) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        try endLine()
      } else {
        guard line.count < Self.lineLimit else {
          throw problem("The line is too long.", number + 1)
        }
        line.append(byte)
      }
    }
  }

  /// Reads the last line, and returns all items.
  mutating func finish() throws(HTTPProblem) -> [Item] {
    try endLine()
    return items
  }

  private mutating func endLine() throws(HTTPProblem) {
    number += 1
    defer { line.removeAll(keepingCapacity: true) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw problem("The line isn't UTF-8 text.", number)
    }
    guard !text.allSatisfy(\.isWhitespace) else { return }
    let cells = ImportList.cells(of: text[...])
    // Many programs write the names of the columns in the first line.
    if number == 1, cells[0].lowercased() == "name" { return }
    switch ImportList.item(of: cells) {
    case .success(let item): items.append(item)
    case .failure(let failure): throw problem(failure.text, number)
    }
    guard items.count <= Self.itemLimit else {
      throw problem("The limit is \(Self.itemLimit) items.", number)
    }
  }

  private func problem(_ text: String, _ number: Int) -> HTTPProblem {
    HTTPProblem(status: .unprocessableContent, detail: "Line \(number): \(text)")
  }
}
