/// The locations of layers and their parts in the buffer, while a page is being written.
struct RegionNotes {
  /// A row or a field.
  struct Part {
    let id: UInt64
    var range: Range<Int>
    /// The hash of the markup if it's already known, or 0 otherwise.
    var hash: UInt64 = 0

    /// Whether the part was omitted because the browser already shows it.
    var isLeftOut: Bool { range.isEmpty }

    /// Returns the part with its offsets increased by `count`.
    func shifted(by count: Int, hash: UInt64? = nil) -> Part {
      Part(
        id: id, range: range.lowerBound + count..<range.upperBound + count,
        hash: hash ?? self.hash)
    }
  }

  struct Layer {
    let identity: UInt64
    let range: Range<Int>
    let isNamed: Bool
    let parts: [Part]
    /// The ranges of markup that belongs only to this response, in order.
    let holes: [Range<Int>]
  }

  private(set) var layers: [Layer] = []
  /// The parts of the layer that's being written.
  private var parts: [Part] = []
  private var holes: [Range<Int>] = []
  /// The number of open parts, which are nested in each other. Only the outermost part is recorded.
  private(set) var depth = 0
  private var start = 0
  private var id: UInt64 = 0

  // MARK: Parts

  mutating func beginPart(_ id: UInt64, at offset: Int) {
    if depth == 0 { (self.id, start) = (id, offset) }
    depth += 1
  }

  mutating func endPart(at offset: Int) {
    // The part may have been ended already, by a screen or cover that hides it.
    guard depth > 0 else { return }
    depth -= 1
    if depth == 0 { parts.append(Part(id: id, range: start..<offset)) }
  }

  /// Adds parts that were written before, with offsets for this buffer.
  mutating func add(_ parts: some Sequence<Part>) {
    if depth == 0 { self.parts += parts }
  }

  /// Adds omitted rows at the offset at which they would have been written.
  mutating func leaveOut(_ rows: some Sequence<RowMarks.Row>, at offset: Int) {
    guard depth == 0 else { return }
    for row in rows { parts.append(Part(id: row.place, range: offset..<offset, hash: row.hash)) }
  }

  /// Sets the hash of the last part.
  mutating func noteHash(_ hash: UInt64) { parts[parts.count - 1].hash = hash }

  /// The last part, or `nil` if the current position is in another part.
  var last: Part? { depth == 0 ? parts.last : nil }

  /// The number of parts in the layer so far.
  var count: Int { parts.count }

  /// Returns the parts from an index, or an empty slice if the current position is in another part.
  func parts(from index: Int) -> ArraySlice<Part> { depth == 0 ? parts[index...] : [] }

  /// Removes the parts from an offset, because their markup is removed.
  /// - Parameters:
  ///   - offset: The offset in the buffer.
  ///   - depth: The number of open parts at the offset.
  mutating func forget(from offset: Int, depth: Int) {
    while let last = parts.last, last.range.lowerBound >= offset { parts.removeLast() }
    self.depth = depth
  }

  // MARK: Layers

  /// Removes all layers, because a cover hides them.
  mutating func forgetLayers() { layers = [] }

  mutating func noteHole(_ range: Range<Int>) { holes.append(range) }

  /// Adjusts all ranges after the first part of the chrome was moved before the content.
  /// - Parameters:
  ///   - content: The previous range of the content and the bar's items after it, which are removed.
  ///   - middle: The previous end of the content.
  ///   - head: The number of bytes that now precede the content.
  mutating func moveBehindHead(_ content: Range<Int>, middle: Int, head: Int) {
    // Omitted parts are empty and are never in the bar, so keep them.
    parts.removeAll { $0.range.lowerBound >= middle && !$0.isLeftOut }
    for index in parts.indices {
      parts[index] = parts[index].shifted(by: head)
    }
    for index in holes.indices {
      let range = holes[index]
      let moved = content.upperBound - content.lowerBound
      holes[index] = range.lowerBound - moved..<range.upperBound - moved
    }
  }

  mutating func endLayer(_ identity: UInt64, _ range: Range<Int>, isNamed: Bool) {
    layers.append(
      Layer(identity: identity, range: range, isNamed: isNamed, parts: parts, holes: holes))
    parts = []
    holes = []
    depth = 0
  }
}

extension RegionNotes.Layer {
  /// Returns the region that describes the layer without its bytes.
  func region(in bytes: UnsafeRawBufferPointer, _ key: RegionHash.Key) -> PageRegions.Layer {
    var rest = RegionHash.start(key, holes.count)
    var hashed: [PageRegions.Part] = []
    hashed.reserveCapacity(parts.count)
    var runs: [Int] = []
    var offset = range.lowerBound
    var hole = holes.startIndex
    /// Adds the markup around the parts to the hash, without the holes.
    func mixRest(to end: Int) {
      while hole < holes.endIndex, holes[hole].lowerBound < end {
        rest.mix(UnsafeRawBufferPointer(rebasing: bytes[offset..<holes[hole].lowerBound]))
        offset = holes[hole].upperBound
        hole += 1
      }
      rest.mix(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
      offset = end
    }
    for part in parts {
      if part.range.lowerBound > offset || hashed.isEmpty {
        if !hashed.isEmpty { runs.append(hashed.count) }
        mixRest(to: part.range.lowerBound)
      }
      let hash = part.hash != 0 ? part.hash : RegionHash.of(bytes[part.range], key)
      hashed.append(PageRegions.Part(id: part.id, hash: hash))
      offset = part.range.upperBound
    }
    if !hashed.isEmpty { runs.append(hashed.count) }
    mixRest(to: range.upperBound)
    return PageRegions.Layer(
      identity: identity, rest: rest.value, isNamed: isNamed, parts: hashed, runs: runs)
  }
}

extension Renderer {
  /// Begins a part of the page that can change separately.
  @usableFromInline
  mutating func beginPart(_ id: UInt64) {
    if isWriting { state.regions.beginPart(id, at: out.count) }
  }

  @usableFromInline
  mutating func endPart() {
    if isWriting { state.regions.endPart(at: out.count) }
  }

  /// Returns the regions of the written page.
  func regions(
    title: String, levels summary: PageSummary, _ key: RegionHash.Key
  ) -> PageRegions {
    var regions = PageRegions()
    var screens = RegionHash.start(key, 0)
    for level in summary.levels where level.kind == .screen || level.kind == .pushed {
      screens.mix(level.identity)
    }
    regions.screens = screens.value
    regions.layers = state.regions.layers.map { $0.region(in: out.bytes, key) }
    var hash = RegionHash.start(key, 0)
    var title = title
    title.withUTF8 { hash.mix(UnsafeRawBufferPointer($0)) }
    regions.title = hash.value
    regions.seal(key)
    return regions
  }
}
