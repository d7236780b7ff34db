/// An element of a changed run.
enum RunStep: Equatable {
  /// Consecutive parts of the previous layer, counted from its first part.
  case kept(first: Int, count: Int)
  /// A changed part, with its indices in the previous layer and in this one.
  case changed(Int, to: Int)
  /// A new part, with its index in the layer.
  case new(Int)

  var isNew: Bool { if case .new = self { true } else { false } }
}

/// The indices of a layer's parts in the previous layer.
struct PartPlaces {
  let base: [PageRegions.Part]
  let parts: [PageRegions.Part]
  /// The indices of the previous parts, by ID.
  private lazy var places = Dictionary(
    base.indices.map { (base[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  /// IDs that several rows share. An element can't be at two positions, so these rows aren't looked up by ID.
  private lazy var repeated: Set<UInt64> = {
    var seen: Set<UInt64> = []
    return Set(parts.lazy.map(\.id).filter { !seen.insert($0).inserted })
  }()

  init(_ base: [PageRegions.Part], of parts: [PageRegions.Part]) {
    self.base = base
    self.parts = parts
  }

  private mutating func place(of part: PageRegions.Part) -> Int? {
    guard let place = places[part.id], !repeated.contains(part.id) else { return nil }
    return place
  }

  /// Returns the steps that create a run from the previous parts, or `nil` if the run is unchanged.
  /// - Parameters:
  ///   - old: The range of the previous run with the same number.
  ///   - run: The range of the run.
  mutating func steps(from old: Range<Int>, to run: Range<Int>) -> [RunStep]? {
    // Most runs differ only at one or two positions.
    var first = 0
    let shorter = min(old.count, run.count)
    while first < shorter, base[old.lowerBound + first] == parts[run.lowerBound + first] {
      first += 1
    }
    guard first < max(old.count, run.count) else { return nil }
    var last = 0
    while last < shorter - first,
      base[old.upperBound - 1 - last] == parts[run.upperBound - 1 - last]
    {
      last += 1
    }

    var steps: [RunStep] = []
    func keep(_ index: Int, _ count: Int) {
      guard count > 0 else { return }
      if case .kept(let first, let before) = steps.last, first + before == index {
        steps[steps.count - 1] = .kept(first: first, count: before + count)
      } else {
        steps.append(.kept(first: index, count: count))
      }
    }
    keep(old.lowerBound, first)
    let changing = old.dropFirst(first).dropLast(last)
    for index in run.dropFirst(first).dropLast(last) {
      let sameIndex = old.lowerBound + index - run.lowerBound
      let isSame = changing.contains(sameIndex) && base[sameIndex].id == parts[index].id
      // A part can come from another run. For example, this happens when a part is inserted before it.
      if let place = isSame ? sameIndex : place(of: parts[index]) {
        if base[place] == parts[index] {
          keep(place, 1)
        } else {
          steps.append(.changed(place, to: index))
        }
      } else {
        steps.append(.new(index))
      }
    }
    keep(old.upperBound - last, last)
    return steps
  }
}
