/// State that has a location: what it presents can be written into a URL, and opened from one.
///
/// ```swift
/// extension Inventory.State: Located {
///   static var locations: some Locations<Self> {
///     Query(\.search, "q", default: "")
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

  /// The places of what the state presents, in the order in which they stand in the path, and the
  /// values that stand in the query. It must return the same each time, as scenes keep the result and reuse it.
  @LocationsBuilder<Self> static var locations: LocationsBody { get }
}

extension Located {
  /// The location of the state, relative to where the state itself is.
  public var location: Location { location(in: Self.locations) }

  /// The location of the state, for places that are at hand: a declaration makes key paths each
  /// time that it is evaluated, which takes longer than to write a location.
  package func location(in locations: LocationsBody) -> Location {
    var writer = LocationWriter()
    write(into: &writer, in: locations)
    return writer.location
  }

  /// Writes the state's own values first: a child takes what its parent leaves.
  func write(into writer: inout LocationWriter, in locations: LocationsBody) {
    locations.writeQuery(self, into: &writer)
    locations.write(self, into: &writer)
  }

  /// Opens a location: presents what it names, and takes away what it does not.
  ///
  /// What is presented already and is named by the location stays as it is. Values of the query that
  /// the location does not have become their defaults.
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
    var reader = LocationReader(location)
    let count = reader.segments.count
    let isGone = open(&reader, in: locations)
    let opened = count - reader.segments.count
    return OpenedLocation(
      opened: Array(location.segments.prefix(opened)),
      missing: Array(location.segments.dropFirst(opened)), isGone: isGone,
      unreadable: reader.unreadable)
  }

  /// Opens what is left of a location; answers whether what could not be opened is at a known place.
  mutating func open(_ reader: inout LocationReader, in locations: LocationsBody) -> Bool {
    locations.readQuery(&reader, into: &self)
    var opened: Set<Int> = []
    var isGone = false
    // Each place can open once in one state, so a path can not nest without bound.
    while !reader.segments.isEmpty {
      var best: (index: Int, state: Self, rest: LocationReader, isPartial: Bool)?
      for index in 0..<locations.count where !opened.contains(index) {
        var candidate = self
        var rest = reader
        switch locations.open(&rest, at: index, in: &candidate) {
        case .noMatch: continue
        case .gone: isGone = true
        case .opened(let isPartial):
          // Two destinations of one enum exclude each other: the first stays.
          guard opened.allSatisfy({ locations.isOpen(at: $0, in: candidate) }) else { continue }
          let shortest = best?.rest.segments.count ?? reader.segments.count
          if rest.segments.count < shortest { best = (index, candidate, rest, isPartial) }
        }
      }
      guard let best else { break }
      self = best.state
      reader = best.rest
      isGone = best.isPartial
      opened.insert(best.index)
    }
    for index in 0..<locations.count where !opened.contains(index) {
      locations.close(at: index, in: &self)
    }
    return isGone && !reader.segments.isEmpty
  }
}
