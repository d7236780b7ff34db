/// State with a location, which is a URL for the screens that the state presents.
///
/// ```swift
/// extension Inventory.State: Routable {
///   static var routes: some Routes<Self> {
///     Query(\.search, "q", default: "")
///     Route(\.$destination.add, "add") { _ in ItemForm.State() }
///     Route(\.$destination.edit, "items", \.item.id) { id, inventory in
///       inventory.items[id: id].map { ItemForm.State(item: $0) }
///     }
///   }
/// }
/// ```
/// One declaration is used both to write a location and to open it. If a child is also `Routable`, it continues
/// the path after its parent's part.
public protocol Routable: SendableMetatype {
  /// The type of ``routes``.
  associatedtype RoutesBody: Routes<Self>

  /// The routes of the screens that the state presents, in the order of the path, and the values in the query.
  ///
  /// The property must return the same result each time, because scenes store and reuse the result.
  @RoutesBuilder<Self> static var routes: RoutesBody { get }
}

extension Routable {
  /// The location of the state, relative to the location at which the state itself is presented.
  public var location: Location { location(in: Self.routes) }

  /// Returns the location of the state for routes that have already been evaluated.
  ///
  /// Evaluating a declaration creates key paths, which takes longer than writing a location.
  package func location(in routes: RoutesBody) -> Location {
    var writer = LocationWriter()
    write(into: &writer, in: routes)
    return writer.location
  }

  /// Writes the location of the state.
  ///
  /// The state's own values are written first. If a child uses the same name, it reads the item after its
  /// parent's item.
  func write(into writer: inout LocationWriter, in routes: RoutesBody) {
    routes.writeQuery(self, into: &writer)
    routes.write(self, into: &writer)
  }

  /// Opens a location, which presents the screens in the location and dismisses all others.
  ///
  /// A screen that's already presented stays as it is if the location contains it. Values that aren't in the
  /// query are set to their defaults.
  ///
  /// - Returns: The parts of the location that were opened and the parts that weren't.
  @discardableResult
  public mutating func open(_ location: Location) -> OpenedLocation {
    open(location, in: Self.routes)
  }

  /// Opens a location with routes that have already been evaluated.
  @discardableResult
  package mutating func open(
    _ location: Location, in routes: RoutesBody
  ) -> OpenedLocation {
    var reader = LocationReader(location)
    let count = reader.segments.count
    let isGone = open(&reader, in: routes)
    let opened = count - reader.segments.count
    return OpenedLocation(
      opened: Array(location.segments.prefix(opened)),
      missing: Array(location.segments.dropFirst(opened)), isGone: isGone,
      unreadable: reader.unreadable)
  }

  /// Opens the rest of a location. Returns whether the part that couldn't be opened matches a known
  /// route.
  mutating func open(_ reader: inout LocationReader, in routes: RoutesBody) -> Bool {
    routes.readQuery(&reader, into: &self)
    var opened: Set<Int> = []
    var isGone = false
    // Each route can be opened once per state, so that paths can't be nested without limit.
    while !reader.segments.isEmpty {
      var best: (index: Int, state: Self, rest: LocationReader, isPartial: Bool)?
      for index in 0..<routes.count where !opened.contains(index) {
        var candidate = self
        var rest = reader
        switch routes.open(&rest, at: index, in: &candidate) {
        case .noMatch: continue
        case .gone: isGone = true
        case .opened(let isPartial):
          // Two destinations of one enum exclude each other. The first one stays.
          guard opened.allSatisfy({ routes.isOpen(at: $0, in: candidate) }) else { continue }
          let shortest = best?.rest.segments.count ?? reader.segments.count
          // The closed guard of a stack whose elements can have any segment yields to all other routes.
          let isLast = best == nil && rest.closedGuard != nil
          if isLast || rest.segments.count < shortest {
            best = (index, candidate, rest, isPartial)
          }
        }
      }
      guard let best else { break }
      self = best.state
      reader = best.rest
      if reader.closedGuard != nil { return false }
      isGone = best.isPartial
      opened.insert(best.index)
    }
    for index in 0..<routes.count where !opened.contains(index) {
      routes.close(at: index, in: &self)
    }
    return isGone && !reader.segments.isEmpty
  }
}
