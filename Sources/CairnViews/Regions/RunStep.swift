/// What a run of parts is made of.
enum RunStep: Equatable {
  /// Parts of the layer before, counted from its first.
  case kept(first: Int, count: Int)
  /// A part that is not as it was: its index in the layer before, and in this one.
  case changed(Int, to: Int)
  /// A part that is new: its index in the layer.
  case new(Int)

  var isNew: Bool { if case .new = self { true } else { false } }
}

/// Where the parts of a layer were in the layer before.
struct PartPlaces {
  let base: [PageRegions.Part]
  let parts: [PageRegions.Part]
  /// The index in the layer before, by id.
  private lazy var places = Dictionary(
    base.indices.map { (base[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  /// Ids that rows share: an element can not be in two places.
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

  /// The steps that make a run of the parts that were there; nil where it is as it was.
  /// - Parameters:
  ///   - old: The run that stood in its place.
  ///   - run: The run.
  mutating func steps(from old: Range<Int>, to run: Range<Int>) -> [RunStep]? {
    // Nearly always it is the same but for a place or two.
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
      let stands = changing.contains(sameIndex) && base[sameIndex].id == parts[index].id
      // One may have come from another run, as where one was put in front of it.
      if let place = stands ? sameIndex : place(of: parts[index]) {
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
