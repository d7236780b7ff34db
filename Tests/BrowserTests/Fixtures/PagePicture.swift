/// The picture of a page, reduced to what remains similar with another font.
///
/// The page is divided into parts, each of which is compared on its own. If a text has one more line, this doesn't affect
/// the parts below it.
struct PagePicture: Equatable, Sendable {
  /// The bar, a sample, the code of a sample, or another element of the page.
  struct Part: Equatable, Sendable {
    var name: String
    /// The left edge, the width, and the height in pixels.
    var x: Int
    var width: Int
    var height: Int
    /// The colors of lines and areas, which exclude those of texts.
    var colors: [Color]
    /// The lightness of cells, from 0 to 63, row by row. Parts with code have none.
    var cells: [Int]
  }

  /// A color that covers at least 0.1 percent of a part.
  struct Color: Equatable, Sendable {
    var red: Int
    var green: Int
    var blue: Int
    /// Whether it covers at least 0.3 percent.
    var isFrequent: Bool

    /// Whether the colors look the same.
    func isNear(_ other: Color) -> Bool {
      max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue)) <= 6
    }
  }

  var parts: [Part]
}

extension PagePicture {
  /// Returns what differs from a reviewed picture, with a sentence for each part.
  func differences(from reviewed: PagePicture) -> [String] {
    let names = Set(parts.map(\.name))
    let others = Dictionary(reviewed.parts.map { ($0.name, $0) }) { first, _ in first }
    var found = reviewed.parts.filter { !names.contains($0.name) }.map { "\($0.name): missing" }
    for part in parts {
      if let other = others[part.name] {
        found += part.differences(from: other).map { "\(part.name): \($0)" }
      } else {
        found.append("\(part.name): new")
      }
    }
    return found
  }
}

extension PagePicture.Part {
  /// The limits were chosen with pictures of the catalog. With letters that were wider, narrower, bolder, or of another
  /// font, at most 4 percent of the cells differed, or 10 percent in low parts. The mean difference was at most 1.3 percent,
  /// and the height changed by at most 11 percent or a line. With fields that were moved by 30 pixels, 6 to 17 percent of the cells differed.
  private enum Limit {
    static let edge = 20
    static let height = 0.12
    static let line = 24
    static let low = 200
    static let lowShare = 0.12
    static let lightness = 4
    static let share = 0.05
    static let mean = 1.25
  }

  /// Returns what differs from the reviewed part.
  func differences(from reviewed: Self) -> [String] {
    var found: [String] = []
    if abs(x - reviewed.x) > Limit.edge || abs(width - reviewed.width) > Limit.edge {
      found.append(
        "at \(x), and \(width) wide, instead of at \(reviewed.x), and \(reviewed.width) wide")
    }
    let change = abs(height - reviewed.height)
    let growth = Double(change) / Double(max(reviewed.height, 1))
    if change > Limit.line, growth > Limit.height {
      found.append("\(height) high instead of \(reviewed.height)")
    }
    for color in reviewed.colors where color.isFrequent && !colors.contains(where: color.isNear) {
      found.append("the color \(color) is gone")
    }
    for color in colors where color.isFrequent && !reviewed.colors.contains(where: color.isNear) {
      found.append("the color \(color) is new")
    }
    guard cells.count == reviewed.cells.count else { return found + ["another number of cells"] }
    guard !cells.isEmpty else { return found }
    // The shapes of letters matter in the small cells of a low part.
    let isLow = min(height, reviewed.height) < Limit.low
    let (these, those) = isLow ? (coarseCells, reviewed.coarseCells) : (cells, reviewed.cells)
    let differences = zip(these, those).map { abs($0 - $1) }
    let count = Double(differences.count)
    let share = Double(differences.count { $0 >= Limit.lightness }) / count
    let mean = Double(differences.reduce(0, +)) / count
    // A line that's added or removed also moves what's below it.
    let limit = (isLow ? Limit.lowShare : Limit.share) + 2.5 * growth
    if share > limit || mean > Limit.mean + 10 * growth {
      let percent = Int((share * 100).rounded())
      let difference = Int((mean / 63 * 100).rounded())
      found.append("\(percent) percent of the cells differ, the mean by \(difference) percent")
    }
    return found
  }

  /// The number of cells in a row. The grid has 24 by 16 or 12 by 8 cells.
  private var columns: Int { cells.count > 96 ? 24 : 12 }

  /// The means of two by two cells.
  private var coarseCells: [Int] {
    stride(from: 0, to: cells.count, by: 2 * columns).flatMap { row in
      stride(from: row, to: row + columns, by: 2).map { cell in
        (cells[cell] + cells[cell + 1] + cells[cell + columns] + cells[cell + columns + 1]) / 4
      }
    }
  }

  /// The indices of the cells that clearly differ from those of the reviewed part.
  func differingCells(from reviewed: Self) -> [Int] {
    guard cells.count == reviewed.cells.count else { return [] }
    return cells.indices.filter { abs(cells[$0] - reviewed.cells[$0]) >= Limit.lightness }
  }
}
