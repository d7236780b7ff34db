import CairnFeatures

/// What the rows of a collection have written whose views can be compared: not their markup, but its hashes.
@usableFromInline
final class RowMemory<Content: View>: Remembered {
  @usableFromInline
  struct Row {
    @usableFromInline let place: UInt64
    @usableFromInline let view: Content
    /// The hash of its markup.
    @usableFromInline let hash: UInt64
    /// A bit for each id in it.
    @usableFromInline let ids: UInt64

    @usableFromInline
    init(place: UInt64, view: Content, hash: UInt64, ids: UInt64) {
      self.place = place
      self.view = view
      self.hash = hash
      self.ids = ids
    }
  }

  @usableFromInline var rows: [Row] = []
  /// What the rows are from here on; nil while they are the same.
  private var fresh: [Row]?
  /// The row that comes next, where they are as they were.
  private var next = 0
  private var indices: [UInt64: Int]?
  fileprivate var surroundings: Surroundings
  /// Whether rows read what may change: then each is remembered by itself, with that.
  fileprivate var hasReads = false
  /// What is read while rows are evaluated.
  fileprivate var span: ViewReads.Span?
  /// Whether there are rows that could not be remembered.
  fileprivate var hasGaps = false
  /// What is true where the rows are.
  fileprivate var flags = Renderer.Flags()

  // What was so when a row began that is evaluated.
  fileprivate var trace: Renderer.Trace?
  fileprivate var marks = LayerMarks()
  fileprivate var readsBefore = 0
  fileprivate var idsBefore: UInt64 = 0
  fileprivate var partsBefore = 0

  fileprivate init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    super.init()
  }

  fileprivate func begin(_ surroundings: Surroundings) {
    (next, fresh, indices) = (0, nil, nil)
    guard surroundings != self.surroundings else { return }
    self.surroundings = surroundings
    rows = []
  }

  /// The row of a place, where it was written before.
  fileprivate func find(_ place: UInt64) -> Row? {
    if next < rows.count, rows[next].place == place {
      next += 1
      return rows[next - 1]
    }
    guard !rows.isEmpty else { return nil }
    if indices == nil {
      indices = Dictionary(
        rows.indices.map { (rows[$0].place, $0) }, uniquingKeysWith: { first, _ in first })
    }
    guard let index = indices?[place] else { return nil }
    if fresh == nil { fresh = Array(rows[..<next]) }
    next = index + 1
    return rows[index]
  }

  /// Notes a row that stays as it is.
  fileprivate func stay(_ row: Row) { fresh?.append(row) }

  /// Notes a row that was written.
  fileprivate func write(_ row: Row) {
    if fresh != nil {
      fresh?.append(row)
    } else if next > 0, rows[next - 1].place == row.place {
      rows[next - 1] = row
    } else {
      fresh = Array(rows[..<next]) + [row]
    }
  }

  /// Notes that a row can not be remembered.
  fileprivate func skip(_ place: UInt64) {
    hasGaps = true
    if fresh == nil, next > 0, rows[next - 1].place == place {
      fresh = Array(rows[..<(next - 1)])
    }
  }

  /// Forgets the rows that have not come.
  fileprivate func end() {
    if let fresh {
      rows = fresh
    } else if next < rows.count {
      rows.removeLast(rows.count - next)
    }
    fresh = nil
    indices = nil
  }

  override func lookIntoRows(_ renderer: inout Renderer) -> Bool {
    guard !rows.isEmpty, !hasGaps, !Content._containsSections else { return false }
    let (place, flags, outer) = (renderer.place, renderer.flags, renderer.surroundings)
    renderer.flags.formUnion(self.flags)
    for (index, row) in rows.enumerated() where row.ids & renderer.wantedMask != 0 {
      let count = renderer.state.taps.count
      renderer.place = row.place
      renderer.surroundings = surroundings
      let around = renderer.openRow(id: 0)
      Content._render(row.view, &renderer)
      renderer.closeRow(around)
      guard renderer.state.taps.count > count else { continue }
      renderer.state.rows.note(
        row.place, between: index > 0 ? rows[index - 1].place : 0,
        index + 1 < rows.count ? rows[index + 1].place : 0)
    }
    (renderer.place, renderer.flags, renderer.surroundings) = (place, flags, outer)
    return true
  }

  fileprivate var bytes: Int { rows.count * (MemoryLayout<Row>.stride + 32) + 128 }
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
      if isWriting {
        rows.span = ViewReads.begin()
        rows.hasGaps = false
      }
      return rows
    }
    guard isWriting else { return nil }
    let rows = RowMemory<Content>(surroundings)
    rows.span = ViewReads.begin()
    return rows
  }

  /// Whether a row needs not be written, or looked through.
  @usableFromInline
  mutating func leavesOut<Content: View>(
    _ view: Content, _ id: UInt64, _ memory: RowMemory<Content>
  ) -> Bool {
    let row = memory.find(place)
    if let row, Content._isEqual(row.view, view), state.anchor != id {
      if !isWriting {
        guard row.ids & wantedMask != 0 else { return true }
      } else if place != soughtRow, place != soughtRowBefore,
        rowOfSoughtControl != 0 || !mayHold(row),
        mayLeaveOut, let shown = placeOfShown(place), state.shownParts[shown].hash == row.hash
      {
        if place == rowOfSoughtControl, mayHold(row) { state.hasLeftOutSought = true }
        state.regions.add([
          RegionNotes.Part(id: place, range: out.count..<out.count, hash: row.hash)
        ])
        memory.stay(row)
        if row.ids != 0 { wroteLive = true }
        writtenMask |= row.ids
        return true
      }
    }
    guard isWriting else { return false }
    memory.trace = trace
    memory.marks = takeMarks()
    memory.readsBefore = memory.span?.count ?? 0
    memory.idsBefore = writtenMask
    memory.partsBefore = state.regions.count
    writtenMask = 0
    state.rowWithMemory = place
    return false
  }

  /// Whether the button may be in a row that may have the focus.
  private func mayHold<Content: View>(_ row: RowMemory<Content>.Row) -> Bool {
    soughtControl != 0 && row.ids & (1 &<< (soughtControl & 63)) != 0
  }

  /// Remembers what a row has written, where that is all that it did.
  @usableFromInline
  mutating func keep<Content: View>(
    _ view: Content, _ row: UInt64, _ memory: RowMemory<Content>
  ) {
    guard isWriting, let before = memory.trace else { return }
    state.rowWithMemory = 0
    let ids = writtenMask
    writtenMask |= memory.idsBefore
    let marks = takeMarks()
    note(memory.marks)
    note(marks)
    if memory.span?.count != memory.readsBefore { memory.hasReads = true }
    guard trace == before, !memory.hasReads, !marks.isRefused,
      marks.firstField == nil, !marks.takesFiles,
      state.regions.count == memory.partsBefore + 1, let part = state.regions.last, part.id == row
    else { return memory.skip(row) }
    let hash = hash(of: part)
    state.regions.noteHash(hash)
    memory.write(.init(place: row, view: view, hash: hash, ids: ids))
  }

  /// Ends a collection.
  @usableFromInline
  mutating func endRows<Content: View>(_ rows: RowMemory<Content>) {
    guard isWriting, let memory = state.memory else { return }
    _ = rows.span?.end()
    rows.span = nil
    rows.end()
    let key = key(of: RowMemory<Content>.self)
    guard !rows.rows.isEmpty || rows.hasReads, memory.hasRoom(for: rows.bytes, at: key) else {
      return
    }
    rows.flags = Flags(rawValue: key.flags)
    memory.keep(rows, of: rows.bytes, at: key)
  }
}
