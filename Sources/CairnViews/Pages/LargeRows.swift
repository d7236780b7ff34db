import CairnTexts

/// The rows of a page that's too large to send, and the rows that are omitted from it.
final class LargeRows {
  private struct Row {
    let place: UInt64
    let start: Int
    let size: Int
  }

  /// The approximate size in bytes of the placeholder for an omitted row.
  private static let substitute = 128

  private var rows: [Row] = []
  private var leftOut: Set<UInt64> = []

  /// Records the size of a row. If a row contains rows, only the inner ones are recorded.
  func note(_ place: UInt64, from start: Int, to end: Int) {
    guard leftOut.isEmpty else { return }
    if let last = rows.last, last.start >= start { return }
    rows.append(Row(place: place, start: start, size: end - start))
  }

  func leavesOut(_ place: UInt64) -> Bool { leftOut.contains(place) }

  /// Chooses the largest rows for omission, until the page is smaller by `excess` bytes.
  /// - Returns: Whether rows are omitted.
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

/// Renders a page without its largest rows, so that users can still operate a page that exceeds its limit.
///
/// The rows reappear when other rows get smaller or are removed. A page that's too large even without them is
/// rendered as it is.
func renderWithoutLargestRows(_ view: some View, _ context: PageContext) -> RenderedPage {
  var context = context
  // The markup from the memory contains the rows that are omitted here.
  context.memory = nil
  let rows = LargeRows()
  context.largeRows = rows
  var page = renderPageOfAnySize(view, context)
  context.notice.append(.system(.pageTooLarge))
  let size = page.bytes.count
  // Leave room for other responses. A patch may contain other rows than the largest ones of the page.
  for limit in [context.byteLimit / 2, context.byteLimit / 16, 0] {
    guard rows.leaveOut(size - limit) else { break }
    page = renderPageOfAnySize(view, context)
    if page.bytes.count <= context.byteLimit { break }
  }
  return page
}

extension Renderer {
  /// Writes a placeholder if the row at the renderer's place is omitted, and returns whether it is.
  @usableFromInline
  mutating func leavesOutLargeRow(_ id: UInt64, containsSections: Bool) -> Bool {
    guard state.largeRows?.leavesOut(place) == true else { return false }
    guard !containsSections else { return true }
    let outer = openRow(id: id)
    write("<p class=\"secondary\">")
    write(text: state.texts[.rowTooLarge])
    write("</p>")
    closeRow(outer)
    return true
  }
}
