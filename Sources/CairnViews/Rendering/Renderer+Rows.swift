/// Finds the rows around a wanted button, while handlers are collected.
struct RowNotes {
  /// An open collection.
  private struct Collection {
    var last: UInt64 = 0
    var beforeLast: UInt64 = 0
    var tapsBefore: Int
  }

  /// The rows around the wanted button, of the outermost collection.
  private(set) var around: RowsAround?
  /// The rows around the wanted button, of the innermost collection, if that's inside a row of another one.
  private(set) var inner: RowsAround?
  /// The open collections, which are nested in each other's rows.
  private var collections: [Collection] = []

  /// Records the remembered row with the wanted button, and the adjacent rows. The row itself was just evaluated.
  mutating func note(_ row: UInt64, between previous: UInt64, _ next: UInt64) {
    inner = inner ?? around
    around = Self.rows(row, between: previous, next)
  }

  private static func rows(
    _ row: UInt64, between previous: UInt64, _ next: UInt64
  ) -> RowsAround {
    var rows = RowsAround()
    (rows.row, rows.previous, rows.next) = (row, previous, next)
    return rows
  }

  mutating func beginElements(taps: Int) { collections.append(Collection(tapsBefore: taps)) }

  mutating func endElements(taps: Int) {
    begin(0, taps: taps)
    // A screen that was pushed from a row has started with empty notes.
    _ = collections.popLast()
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
    guard let collection = collections.last else { return }
    if taps > collection.tapsBefore, around == nil, collection.last != 0 {
      let rows = Self.rows(collection.last, between: collection.beforeLast, row)
      if collections.count == 1 { around = rows } else { inner = inner ?? rows }
    }
    collections[collections.count - 1] = Collection(
      last: row, beforeLast: collection.last, tapsBefore: taps)
  }
}

extension Renderer {
  /// Begins a collection.
  @inlinable
  mutating func beginElements() {
    if flags.contains(.collecting) { noteElements() }
  }

  @usableFromInline
  mutating func noteElements() { state.rows.beginElements(taps: state.taps.count) }

  /// Begins an element of a collection, whose row is at the renderer's place.
  /// - Returns: A value for ``endElement(_:_:)``.
  @inlinable
  mutating func beginElement() -> Int {
    if flags.contains(.collecting) {
      noteRow(place)
      return -1
    }
    return isSought(place) || flags.contains(.limited) ? out.count : -1
  }

  /// Returns whether a row is next to the one with the previous focus.
  @inlinable
  func isSought(_ row: UInt64) -> Bool { !soughtRows.isEmpty && soughtRows.contains(row) }

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
    if isSought(row) { state.buttonsOfRows[row] = firstButton(from: start) }
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
