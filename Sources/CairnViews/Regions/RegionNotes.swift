/// Where in the buffer the layers of a page stand and the parts in them, while it is written.
struct RegionNotes {
  /// A row or a field.
  struct Part {
    let id: UInt64
    var range: Range<Int>
    /// The hash of its markup, where that is known already; else 0.
    var hash: UInt64 = 0

    /// Whether it was left out, because the browser shows it as it is.
    var isLeftOut: Bool { range.isEmpty }

    /// The same part, so many bytes later.
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
    /// What belongs to this answer alone, in order.
    let holes: [Range<Int>]
  }

  private(set) var layers: [Layer] = []
  /// The parts of the layer that is being written.
  private var parts: [Part] = []
  private var holes: [Range<Int>] = []
  /// How many parts are open, each within the one before: the outermost one counts.
  private(set) var depth = 0
  private var start = 0
  private var id: UInt64 = 0

  // MARK: Parts

  mutating func beginPart(_ id: UInt64, at offset: Int) {
    if depth == 0 { (self.id, start) = (id, offset) }
    depth += 1
  }

  mutating func endPart(at offset: Int) {
    // What hides all that stands here has ended it.
    guard depth > 0 else { return }
    depth -= 1
    if depth == 0 { parts.append(Part(id: id, range: start..<offset)) }
  }

  /// Notes parts that were written before, as they stand.
  mutating func add(_ parts: some Sequence<Part>) {
    if depth == 0 { self.parts += parts }
  }

  /// Notes rows that are left out where one is about to write.
  mutating func leaveOut(_ rows: some Sequence<RowMarks.Row>, at offset: Int) {
    guard depth == 0 else { return }
    for row in rows { parts.append(Part(id: row.place, range: offset..<offset, hash: row.hash)) }
  }

  /// Notes the hash of the part that was written last.
  mutating func noteHash(_ hash: UInt64) { parts[parts.count - 1].hash = hash }

  /// The part that was written last, where it is not within another one.
  var last: Part? { depth == 0 ? parts.last : nil }

  /// The parts of the layer so far.
  var count: Int { parts.count }

  /// The parts from an index on, as far as they are not within another one.
  func parts(from index: Int) -> ArraySlice<Part> { depth == 0 ? parts[index...] : [] }

  /// Forgets the parts from an offset on: what was written there goes.
  /// - Parameter depth: How many parts were open there.
  mutating func forget(from offset: Int, depth: Int) {
    while let last = parts.last, last.range.lowerBound >= offset { parts.removeLast() }
    self.depth = depth
  }

  // MARK: Layers

  /// Forgets all layers: one hides them.
  mutating func forgetLayers() { layers = [] }

  mutating func noteHole(_ range: Range<Int>) { holes.append(range) }

  /// Notes that the chrome so far, from an offset on, has been moved in front of the content.
  /// - Parameters:
  ///   - content: Where the content stood, and the bar behind it, which is taken away.
  ///   - middle: The end of the content there.
  ///   - head: How many bytes have come before it.
  mutating func moveBehindHead(_ content: Range<Int>, middle: Int, head: Int) {
    // One that was left out takes no place, and never is in the bar.
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
  /// What is known of the layer without its bytes.
  func region(in bytes: UnsafeRawBufferPointer, _ key: RegionHash.Key) -> PageRegions.Layer {
    var rest = RegionHash.start(key, holes.count)
    var hashed: [PageRegions.Part] = []
    hashed.reserveCapacity(parts.count)
    var runs: [Int] = []
    var offset = range.lowerBound
    var hole = holes.startIndex
    /// Takes in what stands around the parts, without the holes.
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
  /// Begins a part of a page that may change apart from what is around it.
  @usableFromInline
  mutating func beginPart(_ id: UInt64) {
    if isWriting { state.regions.beginPart(id, at: out.count) }
  }

  /// Ends it.
  @usableFromInline
  mutating func endPart() {
    if isWriting { state.regions.endPart(at: out.count) }
  }

  /// What the page that was written consists of.
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
