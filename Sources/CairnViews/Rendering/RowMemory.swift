import CairnFeatures

/// What the rows of a collection have written whose views can be compared: not their markup, but its hashes.
///
/// The views are kept beside the rows, where their type is known: for all else it makes no difference, and code that
/// knows it not is slow.
@usableFromInline
class RowMarks: Remembered {
  @usableFromInline
  struct Row {
    @usableFromInline let place: UInt64
    /// The hash of its markup.
    let hash: UInt64
    /// The bits of each id in it.
    let ids: UInt64
  }

  @usableFromInline final var rows: [Row] = []
  /// What the rows are from here on; nil while they are the same.
  fileprivate final var fresh: [Row]?
  /// The row that comes next, where they are as they were.
  @usableFromInline final var next = 0
  private final var indices: [UInt64: Int]?
  fileprivate final var surroundings: Surroundings
  /// Whether rows read what may change: then each is remembered by itself, with that.
  fileprivate final var hasReads = false
  /// What is read while rows are evaluated.
  fileprivate final var span: ViewReads.Span?
  /// Whether there are rows that could not be remembered.
  fileprivate final var hasGaps = false
  /// Whether all rows of the collection are there, and as they are remembered.
  @usableFromInline final var areSame = false
  /// What is true where the rows are.
  fileprivate final var flags = Renderer.Flags()
  /// How a value is appended to the path of the stack around them.
  fileprivate final var append: ((Any) -> Void)?
  /// How many rows were found unchanged from elements on, in the order of these.
  private final var counts: [(element: Int, next: Int, count: Int)] = []
  /// The evaluation in which they were counted.
  private final var evaluation: UInt64 = 0

  // What was so when a row began that is evaluated.
  fileprivate final var trace: Renderer.Trace?
  fileprivate final var marks = LayerMarks()
  fileprivate final var readsBefore = 0
  fileprivate final var idsBefore: UInt64 = 0
  fileprivate final var partsBefore = 0

  fileprivate init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    super.init()
  }

  fileprivate final func begin(_ surroundings: Surroundings) {
    (next, fresh, indices) = (0, nil, nil)
    guard surroundings != self.surroundings else { return }
    self.surroundings = surroundings
    rows = []
    counts = []
    cut(to: 0)
  }

  /// Goes on with what was counted in an evaluation.
  fileprivate final func begin(evaluation: UInt64) {
    guard evaluation == 0 || evaluation != self.evaluation else { return }
    (self.evaluation, counts) = (evaluation, [])
  }

  /// How many rows from an element on are unchanged, where that was counted before in this evaluation.
  @usableFromInline
  final func counted(from element: Int) -> Int? {
    var bounds = 0..<counts.count
    while !bounds.isEmpty {
      let middle = bounds.lowerBound + bounds.count / 2
      let found = counts[middle]
      if found.element == element { return found.next == next ? found.count : nil }
      bounds =
        found.element < element
        ? middle + 1..<bounds.upperBound : bounds.lowerBound..<middle
    }
    return nil
  }

  /// Notes how many rows from an element on are unchanged.
  @usableFromInline
  final func note(_ count: Int, from element: Int) {
    guard evaluation != 0, counts.last.map({ $0.element < element }) ?? true else { return }
    counts.append((element, next, count))
  }

  /// The index of the row of a place, where it was written before.
  fileprivate final func find(_ place: UInt64) -> Int? {
    if next < rows.count, rows[next].place == place {
      next += 1
      return next - 1
    }
    guard !rows.isEmpty else { return nil }
    if indices == nil {
      indices = Dictionary(
        rows.indices.map { (rows[$0].place, $0) }, uniquingKeysWith: { first, _ in first })
    }
    guard let index = indices?[place] else { return nil }
    if fresh == nil { branch(at: next) }
    next = index + 1
    return index
  }

  /// Begins with other rows than those that were there, after as many of them.
  fileprivate final func branch(at count: Int) {
    fresh = Array(rows[..<count])
    branchViews(at: count)
  }

  /// Notes a row that stays as it is.
  fileprivate final func stay(at index: Int) {
    guard fresh != nil else { return }
    fresh?.append(rows[index])
    stayViews(index..<index + 1)
  }

  /// Notes that so many rows from the next one on stay as they are.
  fileprivate final func stay(_ count: Int) {
    if fresh != nil {
      fresh?.append(contentsOf: rows[next..<next + count])
      stayViews(next..<next + count)
    }
    next += count
  }

  /// Notes that a row can not be remembered.
  fileprivate final func skip(_ place: UInt64) {
    hasGaps = true
    if fresh == nil, next > 0, rows[next - 1].place == place { branch(at: next - 1) }
  }

  /// Forgets the rows that have not come.
  fileprivate final func end() {
    if let fresh {
      rows = fresh
      endViews()
    } else if next < rows.count {
      rows.removeLast(rows.count - next)
      cut(to: next)
    }
    fresh = nil
    indices = nil
    counts = []
  }

  // The same for the views.
  fileprivate func branchViews(at count: Int) {}
  fileprivate func stayViews(_ indices: Range<Int>) {}
  fileprivate func endViews() {}
  fileprivate func cut(to count: Int) {}
}

/// The rows of a collection, and their views.
@usableFromInline
final class RowMemory<Content: View>: RowMarks {
  @usableFromInline var views: [Content] = []
  private var freshViews: [Content] = []

  fileprivate override func branchViews(at count: Int) { freshViews = Array(views[..<count]) }
  fileprivate override func stayViews(_ indices: Range<Int>) {
    freshViews.append(contentsOf: views[indices])
  }

  fileprivate override func cut(to count: Int) { views.removeLast(views.count - count) }

  fileprivate override func endViews() {
    views = freshViews
    freshViews = []
  }

  /// How many rows of a collection from an index on are those that come next, with the same views.
  @inlinable
  func countUnchanged<Data: RandomAccessCollection>(
    _ data: Data, from start: Data.Index, at place: UInt64, hash: (Data.Element) -> UInt64,
    content: (Data.Element) -> Content
  ) -> Int {
    let first = next
    return rows.withUnsafeBufferPointer { rows in
      views.withUnsafeBufferPointer { views in
        var (index, next) = (start, first)
        while index != data.endIndex, next < rows.count {
          let element = data[index]
          guard rows[next].place == Place.mix(place, hash(element)),
            Content._isEqual(views[next], content(element))
          else { break }
          data.formIndex(after: &index)
          next += 1
        }
        return next - first
      }
    }
  }

  /// Whether the view of a row is the same as another one.
  fileprivate func isView(_ view: Content, at index: Int) -> Bool {
    // Where it is: it is not copied.
    views.withUnsafeBufferPointer { Content._isEqual($0[index], view) }
  }

  /// Notes a row that was written.
  fileprivate func write(_ row: Row, _ view: Content) {
    if fresh == nil, next > 0, rows[next - 1].place == row.place {
      rows[next - 1] = row
      views[next - 1] = view
      return
    }
    if fresh == nil { branch(at: next) }
    fresh?.append(row)
    freshViews.append(view)
  }

  override func lookIntoRows(_ renderer: inout Renderer) -> Bool {
    guard !rows.isEmpty, !hasGaps, !Content._containsSections else { return false }
    let (place, flags, outer) = (renderer.place, renderer.flags, renderer.surroundings)
    let outerAppend = renderer.state.append
    renderer.flags.formUnion(self.flags)
    renderer.state.append = append
    for index in rows.indices where renderer.mayHoldWanted(rows[index].ids) {
      let count = renderer.state.taps.count
      renderer.place = rows[index].place
      renderer.surroundings = surroundings
      let around = renderer.openRow(id: 0)
      Content._render(views[index], &renderer)
      renderer.closeRow(around)
      guard renderer.state.taps.count > count else { continue }
      renderer.state.rows.note(
        rows[index].place, between: index > 0 ? rows[index - 1].place : 0,
        index + 1 < rows.count ? rows[index + 1].place : 0)
    }
    (renderer.place, renderer.flags, renderer.surroundings) = (place, flags, outer)
    renderer.state.append = outerAppend
    return true
  }

  fileprivate var bytes: Int {
    rows.count * (MemoryLayout<Row>.stride + MemoryLayout<Content>.stride + 32) + 128
  }
}

extension Renderer {
  /// What is remembered of the rows at the renderer's place; nil where nothing is to be.
  @usableFromInline
  mutating func beginRows<Content: View>(of content: Content.Type) -> RowMemory<Content>? {
    guard let memory = state.memory, memory.isOn, mayRememberRows, surrounding == .rows,
      classes.count == 0, attributes.count == 0, !state.isInBar,
      !isWriting || state.shown != nil && state.regionKey != nil && state.regions.depth == 0
    else { return nil }
    let key = key(of: RowMemory<Content>.self)
    var surroundings = surroundings
    if let found = memory.entry(key) {
      let rows = unsafeDowncast(found, to: RowMemory<Content>.self)
      if rows.hasReads {
        memory.use(rows)
        return nil
      }
      if !isWriting {
        // Of what had no names there is nothing to be found.
        guard rows.surroundings.isLive || !surroundings.isLive else { return nil }
        surroundings.isLive = rows.surroundings.isLive
        guard rows.surroundings == surroundings else { return nil }
      }
      rows.begin(surroundings)
      rows.begin(evaluation: memory.evaluation)
      rows.areSame = memory.isRepeated && !rows.hasGaps
      if isWriting {
        rows.span = ViewReads.begin()
        rows.hasGaps = false
        rows.append = state.append
      }
      return rows
    }
    guard isWriting else { return nil }
    let rows = RowMemory<Content>(surroundings)
    rows.span = ViewReads.begin()
    rows.append = state.append
    return rows
  }

  /// Leaves out rows that need not be written, or looked through, of so many that come next and are as they are
  /// remembered; answers how many.
  /// - Parameter place: That of their collection.
  @usableFromInline
  mutating func leaveOut(_ count: Int, of memory: RowMarks, at place: UInt64) -> Int {
    guard count > 0 else { return 0 }
    let rows = memory.rows[memory.next..<memory.next + count]
    let left =
      isWriting ? rows.prefix(countShown(rows, at: place)) : rows.prefix { !mayHoldWanted($0.ids) }
    guard !left.isEmpty else { return 0 }
    if flags.contains(.collecting) { state.rows.pass(left, taps: state.taps.count) }
    guard isWriting else {
      memory.next += left.count
      return left.count
    }
    if rowOfSoughtControl != 0,
      left.contains(where: { $0.place == rowOfSoughtControl && mayHold($0) })
    {
      state.hasLeftOutSought = true
    }
    let ids = left.reduce(0) { $0 | $1.ids }
    if ids != 0 { wroteLive = true }
    writtenMask |= ids
    state.regions.leaveOut(left, at: out.count)
    memory.stay(left.count)
    return left.count
  }

  /// How many of these rows the browser shows as they are, and none of which is to be looked into.
  private func countShown(_ rows: ArraySlice<RowMarks.Row>, at place: UInt64) -> Int {
    guard mayLeaveOut, let first = rows.first, let start = placeOfShown(first.place) else {
      return 0
    }
    let anchor = state.anchor.map { Place.mix(place, $0) }
    let anchorBits = state.anchor.map(Self.bits)
    var count = 0
    for (row, shown) in zip(rows, state.shownParts[start...]) {
      guard row.place == shown.id, row.hash == shown.hash, row.place != anchor,
        row.place != state.anchorRow, anchorBits.map({ row.ids & $0 != $0 }) ?? true,
        row.place != soughtRow, row.place != soughtRowBefore,
        rowOfSoughtControl != 0 || !mayHold(row)
      else { break }
      count += 1
    }
    return count
  }

  /// Whether a row needs not be written, or looked through.
  @usableFromInline
  mutating func leavesOut<Content: View>(
    _ view: Content, _ id: UInt64, _ memory: RowMemory<Content>
  ) -> Bool {
    if let index = memory.find(place), memory.isView(view, at: index), state.anchor != id,
      state.anchorRow != place, !holdsAnchor(memory.rows[index].ids)
    {
      let row = memory.rows[index]
      if !isWriting {
        guard mayHoldWanted(row.ids) else { return true }
      } else if place != soughtRow, place != soughtRowBefore,
        rowOfSoughtControl != 0 || !mayHold(row),
        mayLeaveOut, let shown = placeOfShown(place), state.shownParts[shown].hash == row.hash
      {
        if place == rowOfSoughtControl, mayHold(row) { state.hasLeftOutSought = true }
        state.regions.leaveOut([row], at: out.count)
        memory.stay(at: index)
        if row.ids != 0 { wroteLive = true }
        writtenMask |= row.ids
        return true
      }
    }
    if isWriting { begin(memory) }
    return false
  }

  /// Whether what a popover stands at may be within what has written these ids.
  func holdsAnchor(_ ids: UInt64) -> Bool {
    state.anchor.map(Self.bits).map { ids & $0 == $0 } ?? false
  }

  /// Begins a row that is evaluated.
  private mutating func begin(_ memory: RowMarks) {
    memory.trace = trace
    memory.marks = takeMarks()
    memory.readsBefore = memory.span?.count ?? 0
    memory.idsBefore = writtenMask
    memory.partsBefore = state.regions.count
    writtenMask = 0
    state.rowWithMemory = place
  }

  /// Whether the button may be in a row that may have the focus.
  private func mayHold(_ row: RowMarks.Row) -> Bool {
    soughtControl != 0 && row.ids & Self.bits(of: soughtControl) == Self.bits(of: soughtControl)
  }

  /// Remembers what a row has written, where that is all that it did.
  @usableFromInline
  mutating func keep<Content: View>(
    _ view: Content, _ row: UInt64, _ memory: RowMemory<Content>
  ) {
    state.rowWithMemory = 0
    guard isWriting, let before = memory.trace else { return }
    let ids = writtenMask
    writtenMask |= memory.idsBefore
    let marks = takeMarks()
    note(memory.marks)
    note(marks)
    if memory.span?.count != memory.readsBefore { memory.hasReads = true }
    let isAnchor = before.isAnchorSought && isAnchorRow(state.regions.last)
    var trace = trace
    if isAnchor { trace.isAnchorSought = true }
    guard trace == before, !memory.hasReads, !marks.isRefused,
      marks.firstField == nil, !marks.takesFiles,
      state.regions.count == memory.partsBefore + 1, let part = state.regions.last, part.id == row
    else { return memory.skip(row) }
    let hash = hash(of: part)
    state.regions.noteHash(hash)
    noteBefore(row, memory)
    memory.write(.init(place: row, hash: isAnchor ? hashOfRow(part) : hash, ids: ids), view)
  }

  /// Writes once more what a row was that is written, so that a patch can say what of it has changed.
  private mutating func noteBefore<Content: View>(_ row: UInt64, _ memory: RowMemory<Content>) {
    let index = memory.next - 1
    guard mayLeaveOut, state.rowsBefore.count < Self.mostBefore,
      memory.rows.indices.contains(index),
      memory.rows[index].place == row
    else { return }
    var renderer = Renderer(apartFrom: self, at: row)
    let outer = renderer.openRow(id: 0)
    Content._render(memory.views[index], &renderer)
    renderer.closeRow(outer)
    // Whether it is what the browser shows, its hash will tell.
    state.rowsBefore[row] = Array(renderer.out.bytes)
  }

  /// The most rows that are written once more: where many have changed, they are alike, and compress well.
  private static var mostBefore: Int { 8 }

  static let row: StaticString = "<li class=\"row\">"
  static let anchorRow: StaticString = "<li class=\"row anchor\">"

  /// Whether a popover or a dialog stands at a row that was written.
  private func isAnchorRow(_ part: RegionNotes.Part?) -> Bool {
    part.map {
      out.has(Self.anchorRow, before: $0.range.lowerBound + Self.anchorRow.utf8CodeUnitCount)
    }
      ?? false
  }

  /// The hash that a row would have at which nothing stood.
  private func hashOfRow(_ part: RegionNotes.Part) -> UInt64 {
    let content = out.bytes[part.range].dropFirst(Self.anchorRow.utf8CodeUnitCount)
    return state.regionKey.map { RegionHash.of(content, openedBy: Self.row, $0) } ?? 0
  }

  /// Ends a collection.
  @usableFromInline
  mutating func endRows<Content: View>(_ rows: RowMemory<Content>) {
    // A row may have hidden what it stands in, such as by a screen that it has pushed.
    _ = rows.span?.end()
    rows.span = nil
    guard isWriting, let memory = state.memory else { return }
    rows.end()
    let key = key(of: RowMemory<Content>.self)
    guard !rows.rows.isEmpty || rows.hasReads, memory.hasRoom(for: rows.bytes, at: key) else {
      return
    }
    rows.flags = Flags(rawValue: key.flags)
    memory.keep(rows, of: rows.bytes, at: key)
  }
}
