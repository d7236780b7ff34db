/// State that has a location: what it presents can be written into a URL, and opened from one.
///
/// ```swift
/// extension Inventory.State: Located {
///   static var locations: some Locations<Self> {
///     Place(\.$destination.add, "add") { _ in ItemForm.State() }
///     Place(\.$destination.edit, "items", \.item.id) { id, inventory in
///       inventory.items[id: id].map { ItemForm.State(item: $0) }
///     }
///   }
/// }
/// ```
/// One declaration serves both directions. A child that is `Located` too continues the path where its
/// parent stopped.
public protocol Located: SendableMetatype {
  associatedtype LocationsBody: Locations<Self>

  /// The places of what the state presents, in the order in which they stand in the path.
  @LocationsBuilder<Self> static var locations: LocationsBody { get }
}

extension Located {
  /// The location of the state, relative to where the state itself is.
  public var location: Location { location(in: Self.locations) }

  /// The location of the state, for places that are at hand: a declaration makes key paths each
  /// time that it is evaluated, which takes longer than to write a location.
  package func location(in locations: LocationsBody) -> Location {
    var segments: [String] = []
    locations.write(self, into: &segments)
    return Location(segments)
  }

  /// Opens a location: presents what it names, and takes away what it does not.
  ///
  /// What is presented already and is named by the location stays as it is.
  /// - Returns: What could not be opened: empty where all of it was.
  @discardableResult
  public mutating func open(_ location: Location) -> OpenedLocation {
    open(location, in: Self.locations)
  }

  /// Opens a location, for places that are at hand.
  @discardableResult
  package mutating func open(
    _ location: Location, in locations: LocationsBody
  ) -> OpenedLocation {
    open(location.segments[...], in: locations)
  }

  mutating func open(_ segments: ArraySlice<String>) -> OpenedLocation {
    open(segments, in: Self.locations)
  }

  private mutating func open(
    _ segments: ArraySlice<String>, in locations: LocationsBody
  ) -> OpenedLocation {
    var rest = segments
    var opened: Set<Int> = []
    var gone = false
    // Each place can open once in one state, so a path can not nest without bound.
    while !rest.isEmpty {
      var best: (index: Int, state: Self, consumed: Int, gone: Bool)?
      var missed = false
      for index in 0..<locations.count where !opened.contains(index) {
        var candidate = self
        switch locations.open(rest, at: index, in: &candidate) {
        case .noMatch: continue
        case .gone: missed = true
        case .opened(let consumed, let partly):
          // Two destinations of one enum exclude each other: the first stays.
          guard opened.allSatisfy({ locations.isOpen(at: $0, in: candidate) }) else { continue }
          if consumed > best?.consumed ?? 0 { best = (index, candidate, consumed, partly) }
        }
      }
      guard let best else {
        gone = missed
        break
      }
      self = best.state
      rest = rest.dropFirst(best.consumed)
      opened.insert(best.index)
      if best.gone {
        gone = true
        break
      }
    }
    for index in 0..<locations.count where !opened.contains(index) {
      locations.close(at: index, in: &self)
    }
    return OpenedLocation(
      opened: Array(segments.dropLast(rest.count)), missing: Array(rest), isGone: gone)
  }
}

/// How far a location could be opened.
public struct OpenedLocation: Equatable, Sendable {
  /// The segments that were opened.
  public let opened: [String]
  /// The segments that name nothing.
  public let missing: [String]
  /// Whether what is missing is at a known place, where something may have been before.
  public let isGone: Bool

  package init(opened: [String], missing: [String], isGone: Bool) {
    self.opened = opened
    self.missing = missing
    self.isGone = isGone
  }

  /// Whether all of the location was opened.
  public var isComplete: Bool { missing.isEmpty }
}
