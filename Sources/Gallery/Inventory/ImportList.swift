import Foundation

/// Items that a file lists, one a line: a name, and where they are known a quantity and a color, with commas between.
struct ImportList: Equatable, Sendable {
  var items: [Item] = []
  /// What is wrong with lines, each with its number.
  var problems: [String] = []

  /// The most lines that are read.
  static let limit = 500

  /// - Parameter data: The bytes of the file; nil where it cannot be read.
  init(csv data: Data?) {
    guard let data else {
      problems = ["The file could not be read. Choose it again."]
      return
    }
    guard let text = String(data: data, encoding: .utf8) else {
      problems = ["The file is no text in UTF-8."]
      return
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      guard items.count + problems.count < Self.limit else {
        problems.append("Line \(index + 1) and what follows is left out: \(Self.limit) are enough.")
        break
      }
      let cells = Self.cells(of: line)
      // Many programs begin with the names of the columns.
      if index == 0, cells[0].lowercased() == "name" { continue }
      switch Self.item(of: cells) {
      case .success(let item): items.append(item)
      case .failure(let problem): problems.append("Line \(index + 1): \(problem.text)")
      }
    }
  }

  private struct Problem: Error {
    let text: String
  }

  private static func item(of cells: [String]) -> Result<Item, Problem> {
    var item = Item(name: cells[0])
    if let problem = item.nameProblem { return .failure(Problem(text: problem)) }
    if cells.count > 1, !cells[1].isEmpty {
      guard let quantity = Int(cells[1]), quantity >= 0 else {
        return .failure(Problem(text: "“\(cells[1].prefix(40))” is no quantity."))
      }
      item.status =
        quantity > 0 ? .inStock(quantity: quantity) : .outOfStock(isOnBackOrder: false)
    }
    if cells.count > 2, !cells[2].isEmpty {
      guard let color = Item.Color(rawValue: cells[2].lowercased()) else {
        return .failure(Problem(text: "“\(cells[2].prefix(40))” is no color."))
      }
      item.color = color
    }
    return .success(item)
  }

  /// The cells of a line (RFC 4180): one between quotes may have commas in it, and quotes that are doubled.
  private static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    var last: Character?
    for character in line {
      switch character {
      case "\"":
        // The second of two within quotes stands for itself.
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
