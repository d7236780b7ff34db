import Foundation

/// The items in a file, with one item per line.
///
/// Each line contains a name, and optionally a quantity and a color, separated by commas.
struct ImportList: Equatable, Sendable {
  var items: [Item] = []
  /// The problems in the file, each with its line number.
  var problems: [String] = []
  /// The number of lines that aren't imported, without blank lines.
  var leftOut = 0

  /// The maximum number of lines to read.
  static let limit = 500

  /// Parses the contents of a file.
  /// - Parameter data: The bytes of the file, or `nil` if the file can't be read.
  init(csv data: Data?) {
    guard let data else {
      problems = ["The file couldn't be read. Choose it again."]
      return
    }
    guard let text = String(data: data, encoding: .utf8) else {
      problems = ["The file isn't UTF-8 text."]
      return
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      guard items.count + problems.count < Self.limit else {
        problems.append(
          "Line \(index + 1) and all later lines were skipped. The limit is \(Self.limit) lines.")
        leftOut += lines[index...].count { !$0.allSatisfy(\.isWhitespace) }
        break
      }
      let cells = Self.cells(of: line)
      // Many programs write the names of the columns in the first line.
      if index == 0, cells[0].lowercased() == "name" { continue }
      switch Self.item(of: cells) {
      case .success(let item): items.append(item)
      case .failure(let problem):
        problems.append("Line \(index + 1): \(problem.text)")
        leftOut += 1
      }
    }
  }

  struct Problem: Error {
    let text: String
  }

  static func item(of cells: [String]) -> Result<Item, Problem> {
    var item = Item(name: cells[0])
    if let problem = item.nameProblem { return .failure(Problem(text: problem)) }
    if cells.count > 1, !cells[1].isEmpty {
      guard let quantity = Int(cells[1]), quantity >= 0 else {
        return .failure(Problem(text: "“\(cells[1].prefix(40))” isn't a valid quantity."))
      }
      item.status =
        quantity > 0 ? .inStock(quantity: quantity) : .outOfStock(isOnBackOrder: false)
    }
    if cells.count > 2, !cells[2].isEmpty {
      guard let color = Item.Color(rawValue: cells[2].lowercased()) else {
        return .failure(Problem(text: "“\(cells[2].prefix(40))” isn't a valid color."))
      }
      item.color = color
    }
    return .success(item)
  }

  /// Splits a line into cells (RFC 4180). A quoted cell can contain commas, and quotes that are doubled.
  static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    var last: Character?
    for character in line {
      switch character {
      case "\"":
        // The second of two quotes is part of the text.
        if !isQuoted, last == "\"" { cells[cells.count - 1].append(character) }
        isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
      last = character
    }
    return cells.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
