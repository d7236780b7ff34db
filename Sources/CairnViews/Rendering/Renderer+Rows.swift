/// Finds the rows around a wanted button, while handlers are collected.
struct RowNotes {
  /// The rows around the wanted button.
  private(set) var around: RowsAround?
  private var last: UInt64 = 0
  private var beforeLast: UInt64 = 0
  private var tapsBefore = 0
  /// The number of open collections, which are nested in each other's rows. Only rows of the outermost one are
  /// recorded.
  private var depth = 0

  /// Records the row with the wanted button, and the adjacent rows.
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

  /// Records consecutive rows without wanted handlers.
  mutating func pass(_ rows: ArraySlice<RowMarks.Row>, taps: Int) {
    guard let first = rows.first else { return }
    begin(first.place, taps: taps)
    for row in rows.dropFirst().suffix(2) { begin(row.place, taps: taps) }
  }

  /// Records the beginning of a row, or the end of the rows if `row` is 0.
  /// - Parameters:
  ///   - row: The place of the row.
  ///   - taps: The number of handlers so far.
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

  /// Begins an element of a collection, whose row is at the renderer's place.
  /// - Returns: A value for ``endElement(_:_:)``.
  @inlinable
  mutating func beginElement() -> Int {
    if flags.contains(.collecting) {
      noteRow(place)
      return -1
    }
    return place == soughtRow || place == soughtRowBefore || flags.contains(.limited)
      ? out.count : -1
  }

  @inlinable
  mutating func endElement(_ row: UInt64, _ start: Int) {
    if start >= 0 { noteElement(row, from: start) }
  }

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

  /// Records the first button of a row that may get the focus.
  private mutating func takeButton(of row: UInt64, from start: Int) {
    guard let id = firstButton(from: start) else { return }
    if row == soughtRow { state.buttonOfNextRow = id } else { state.buttonOfPreviousRow = id }
  }

  /// Returns the ID of the first button or tap link in the markup from an offset to the end.
  func firstButton(from start: Int) -> UInt64? {
    guard flags.contains(.live), let start = endOfTapName(from: start) else { return nil }
    return tappedID(at: start)
  }

  /// Returns the offset of the ID of the first button or link that can be tapped, from a position on.
  func endOfTapName(from start: Int) -> Int? {
    let ends = [
      out.end(of: "name=\"~tap\" value=\"", from: start), out.end(of: " data-tap=\"", from: start),
    ]
    return ends.compactMap(\.self).min()
  }

  /// Returns the ID that's written at a position.
  func tappedID(at start: Int) -> UInt64? {
    guard start + 16 <= out.count else { return nil }
    return Hex.parse(String(decoding: out.bytes[start..<start + 16], as: UTF8.self))
  }
}
