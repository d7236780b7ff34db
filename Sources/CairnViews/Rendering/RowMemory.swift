import CairnFeatures

/// The remembered rows of a collection, with hashes of their markup instead of the markup.
///
/// The views of the rows are in a subclass that knows their type. The other operations don't depend on the type, and
/// would be slower in generic code.
@usableFromInline
class RowMarks: Remembered {
  @usableFromInline
  struct Row {
    @usableFromInline let place: UInt64
    /// The hash of the row's markup.
    let hash: UInt64
    /// The bits of each ID in the row.
    let ids: UInt64
  }

  @usableFromInline final var rows: [Row] = []
  /// The new rows from the first change on, or `nil` while the rows are unchanged.
  fileprivate final var fresh: [Row]?
  /// The index of the next row, if the order is unchanged.
  @usableFromInline final var next = 0
  private final var indices: [UInt64: Int]?
  fileprivate final var surroundings: Surroundings
  /// Whether the rows read data that can change. In this case, each row is remembered separately, with its reads.
  fileprivate final var hasReads = false
  /// The reads during the evaluation of the rows.
  fileprivate final var span: ViewReads.Span?
  /// Whether there are rows that couldn't be remembered.
  fileprivate final var hasGaps = false
  /// Whether the collection has exactly the remembered rows, and all are unchanged.
  @usableFromInline final var areSame = false
  /// The flags at the position of the rows.
  fileprivate final var flags = Renderer.Flags()
  /// Appends a value to the path of the stack around the rows.
  fileprivate final var append: ((Any) -> Void)?
  /// The numbers of unchanged rows that were counted, with the element at which each count starts, in order of the
  /// elements.
  private final var counts: [(element: Int, next: Int, count: Int)] = []
  /// The evaluation in which the rows were counted.
  private final var evaluation: UInt64 = 0

  // The state at the beginning of the row that's being evaluated.
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

  /// Keeps the counts if they're from the same evaluation, and discards them otherwise.
  fileprivate final func begin(evaluation: UInt64) {
    guard evaluation == 0 || evaluation != self.evaluation else { return }
    (self.evaluation, counts) = (evaluation, [])
  }

  /// Returns the number of unchanged rows from an element, if it was counted before in this evaluation.
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

  /// Records the number of unchanged rows from an element.
  @usableFromInline
  final func note(_ count: Int, from element: Int) {
    guard evaluation != 0, counts.last.map({ $0.element < element }) ?? true else { return }
    counts.append((element, next, count))
  }

  /// Returns the index of the row at a place, if it was written before.
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

  /// Begins a new list of rows, with the first `count` of the previous ones.
  fileprivate final func branch(at count: Int) {
    fresh = Array(rows[..<count])
    branchViews(at: count)
  }

  /// Records that a row is unchanged.
  fileprivate final func stay(at index: Int) {
    guard fresh != nil else { return }
    fresh?.append(rows[index])
    stayViews(index..<index + 1)
  }

  /// Records that the next `count` rows are unchanged.
  fileprivate final func stay(_ count: Int) {
    if fresh != nil {
      fresh?.append(contentsOf: rows[next..<next + count])
      stayViews(next..<next + count)
    }
    next += count
  }

  /// Records that a row can't be remembered.
  fileprivate final func skip(_ place: UInt64) {
    hasGaps = true
    if fresh == nil, next > 0, rows[next - 1].place == place { branch(at: next - 1) }
  }

  /// Removes the rows that weren't found again.
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

  // These functions update the views in parallel with the rows.
  fileprivate func branchViews(at count: Int) {}
  fileprivate func stayViews(_ indices: Range<Int>) {}
  fileprivate func endViews() {}
  fileprivate func cut(to count: Int) {}
}

/// The remembered rows of a collection, with their views.
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

  /// Returns the number of rows from an index that match the next remembered rows and have equal views.
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

  /// Returns whether the remembered view of a row equals a view.
  fileprivate func isView(_ view: Content, at index: Int) -> Bool {
    // Compare the view in the array, without copying it.
    views.withUnsafeBufferPointer { Content._isEqual($0[index], view) }
  }

  /// Records a row that was written.
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
  /// Returns the memory of the rows at the renderer's place, or `nil` if they can't be remembered.
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
        // If the controls had no names, the memory contains no IDs to search for.
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

  /// Omits some of the next unchanged rows, if they needn't be written or searched.
  /// - Parameters:
  ///   - count: The number of consecutive unchanged rows.
  ///   - memory: The memory of the rows.
  ///   - place: The place of the collection.
  /// - Returns: The number of omitted rows.
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

  /// Returns the number of rows that the browser already shows, up to the first one that must be evaluated.
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
        !isSought(row.place),
        rowOfSoughtControl != 0 || !mayHold(row)
      else { break }
      count += 1
    }
    return count
  }

  /// Returns whether a row needn't be written or searched.
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
      } else if !isSought(place),
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

  /// Returns whether the content with these IDs may contain the view to which a popover is attached.
  func holdsAnchor(_ ids: UInt64) -> Bool {
    state.anchor.map(Self.bits).map { ids & $0 == $0 } ?? false
  }

  /// Begins a row that's being evaluated.
  private mutating func begin(_ memory: RowMarks) {
    memory.trace = trace
    memory.marks = takeMarks()
    memory.readsBefore = memory.span?.count ?? 0
    memory.idsBefore = writtenMask
    memory.partsBefore = state.regions.count
    writtenMask = 0
    state.rowWithMemory = place
  }

  /// Returns whether a row may contain the button that may get the focus.
  private func mayHold(_ row: RowMarks.Row) -> Bool {
    soughtControl != 0 && row.ids & Self.bits(of: soughtControl) == Self.bits(of: soughtControl)
  }

  /// Remembers the output of a row if the row did nothing other than write markup.
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

  /// Renders the previous view of a changed row, so that a patch can omit the unchanged elements in the row.
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
    // The hash shows later whether this is the markup in the browser.
    state.rowsBefore[row] = Array(renderer.out.bytes)
  }

  /// The maximum number of rows to render again. If many rows change, they're similar and compress well.
  private static var mostBefore: Int { 8 }

  static let row: StaticString = "<li class=\"row\">"
  static let anchorRow: StaticString = "<li class=\"row anchor\">"

  /// Returns whether a popover or dialog is attached to a written row.
  private func isAnchorRow(_ part: RegionNotes.Part?) -> Bool {
    part.map {
      out.has(Self.anchorRow, before: $0.range.lowerBound + Self.anchorRow.utf8CodeUnitCount)
    }
      ?? false
  }

  /// Returns the hash that the row would have without an attached layer.
  private func hashOfRow(_ part: RegionNotes.Part) -> UInt64 {
    let content = out.bytes[part.range].dropFirst(Self.anchorRow.utf8CodeUnitCount)
    return state.regionKey.map { RegionHash.of(content, openedBy: Self.row, $0) } ?? 0
  }

  @usableFromInline
  mutating func endRows<Content: View>(_ rows: RowMemory<Content>) {
    // A row may have hidden its surroundings, such as by pushing a screen.
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
