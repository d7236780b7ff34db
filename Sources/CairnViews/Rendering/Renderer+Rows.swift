/// Which rows are beside that of a button, while handlers are collected.
struct RowNotes {
  /// The rows beside the one whose button was asked for.
  private(set) var around: RowsAround?
  private var last: UInt64 = 0
  private var beforeLast: UInt64 = 0
  private var tapsBefore = 0
  /// How many collections are open, each within a row of the one before: rows are those of the outermost.
  private var depth = 0

  /// Notes the row whose button was asked for, and those beside it.
  mutating func note(_ row: UInt64, between previous: UInt64, _ next: UInt64) {
    around = RowsAround()
    around?.row = row
    around?.previous = previous
    around?.next = next
  }

  mutating func beginElements() { depth += 1 }

  mutating func endElements(taps: Int) {
    begin(0, taps: taps)
    depth -= 1
  }

  /// Notes rows one behind the other in which no handler was kept.
  mutating func pass(_ rows: ArraySlice<RowMarks.Row>, taps: Int) {
    guard let first = rows.first else { return }
    begin(first.place, taps: taps)
    for row in rows.dropFirst().suffix(2) { begin(row.place, taps: taps) }
  }

  /// Notes that a row begins, or with 0 that there are no more.
  /// - Parameter taps: How many handlers are kept so far.
  mutating func begin(_ row: UInt64, taps: Int) {
    guard depth == 1 else { return }
    if taps > tapsBefore, around == nil, last != 0 {
      note(last, between: beforeLast, row)
    }
    beforeLast = row == 0 ? 0 : last
    last = row
    tapsBefore = taps
  }
}

extension Renderer {
  /// Begins a collection.
  @inlinable
  mutating func beginElements() {
    if flags.contains(.collecting) { noteElements() }
  }

  @usableFromInline
  mutating func noteElements() { state.rows.beginElements() }

  /// Begins an element of a collection, whose row is at the renderer's place; answers what its end needs.
  @inlinable
  mutating func beginElement() -> Int {
    if flags.contains(.collecting) {
      noteRow(place)
      return -1
    }
    return place == soughtRow || place == soughtRowBefore || flags.contains(.limited)
      ? out.count : -1
  }

  /// Ends an element.
  @inlinable
  mutating func endElement(_ row: UInt64, _ start: Int) {
    if start >= 0 { noteElement(row, from: start) }
  }

  /// Ends a collection.
  @inlinable
  mutating func endElements() {
    if flags.contains(.collecting) { noteEnd() }
  }

  @usableFromInline
  mutating func noteEnd() { state.rows.endElements(taps: state.taps.count) }

  @usableFromInline
  mutating func noteRow(_ row: UInt64) {
    state.rows.begin(row, taps: state.taps.count)
  }

  @usableFromInline
  mutating func noteElement(_ row: UInt64, from start: Int) {
    state.largeRows?.note(row, from: start, to: out.count)
    if row == soughtRow || row == soughtRowBefore { takeButton(of: row, from: start) }
  }

  /// Keeps the first button of a row that may have the focus.
  private mutating func takeButton(of row: UInt64, from start: Int) {
    guard let id = firstButton(from: start) else { return }
    if row == soughtRow { state.buttonOfNextRow = id } else { state.buttonOfPreviousRow = id }
  }

  /// The first button or tap link in the markup from an offset to the end.
  func firstButton(from start: Int) -> UInt64? {
    guard flags.contains(.live), let start = endOfTapName(from: start) else { return nil }
    return tappedID(at: start)
  }

  /// Where the ID begins of the first button or link that can be tapped, from a place on.
  func endOfTapName(from start: Int) -> Int? {
    let ends = [
      out.end(of: "name=\"~tap\" value=\"", from: start), out.end(of: " data-tap=\"", from: start),
    ]
    return ends.compactMap(\.self).min()
  }

  /// The ID that is written at a place.
  func tappedID(at start: Int) -> UInt64? {
    guard start + 16 <= out.count else { return nil }
    return Hex.parse(String(decoding: out.bytes[start..<start + 16], as: UTF8.self))
  }
}
