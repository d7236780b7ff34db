/// The rows of a page that is too large to be sent, and which of them are left out.
final class LargeRows {
  private struct Row {
    let place: UInt64
    let start: Int
    let size: Int
  }

  /// About what is written in place of a row.
  private static let substitute = 128

  private var rows: [Row] = []
  private var leftOut: Set<UInt64> = []

  /// Notes how large a row is. Of a row with rows in it, those count.
  func note(_ place: UInt64, from start: Int, to end: Int) {
    guard leftOut.isEmpty else { return }
    if let last = rows.last, last.start >= start { return }
    rows.append(Row(place: place, start: start, size: end - start))
  }

  func leavesOut(_ place: UInt64) -> Bool { leftOut.contains(place) }

  /// Leaves out the largest rows until a page has so many bytes less; answers whether any are.
  func leaveOut(_ excess: Int) -> Bool {
    var rest = excess
    leftOut = []
    for row in rows.sorted(by: { $0.size > $1.size }) {
      guard rest > 0, row.size > Self.substitute else { break }
      rest -= row.size - Self.substitute
      leftOut.insert(row.place)
    }
    return !leftOut.isEmpty
  }
}

extension PageContext {
  /// What is said of a page whose largest rows are left out.
  fileprivate static var notice: String {
    "This page is too large to show in full, so its largest rows are left out."
  }
}

/// Renders a page that is larger than its limit without its largest rows, so that it can be operated.
///
/// The rows are there again once others are smaller, or gone. A page that is too large without them is
/// rendered as it is.
func renderWithoutLargestRows(_ view: some View, _ context: PageContext) -> RenderedPage {
  var context = context
  // What rows have written before is not what they write here.
  context.memory = nil
  let rows = LargeRows()
  context.largeRows = rows
  var page = renderPageOfAnySize(view, context)
  context.notice = [context.notice, PageContext.notice].compactMap(\.self).joined(separator: " ")
  let size = page.bytes.count
  // With room for other answers. In a patch there may be others than the largest rows of the page.
  for limit in [context.byteLimit / 2, context.byteLimit / 16, 0] {
    guard rows.leaveOut(size - limit) else { break }
    page = renderPageOfAnySize(view, context)
    if page.bytes.count <= context.byteLimit { break }
  }
  return page
}

extension Renderer {
  /// Writes a row that is left out, as a page is too large; answers whether it is.
  @usableFromInline
  mutating func leavesOutLargeRow(_ id: UInt64, containsSections: Bool) -> Bool {
    guard state.largeRows?.leavesOut(place) == true else { return false }
    guard !containsSections else { return true }
    let outer = openRow(id: id)
    write("<p class=\"secondary\">This row is too large to show.</p>")
    closeRow(outer)
    return true
  }
}
