/// How a child continues the location of its parent, where it does.
struct ChildLocations<Child> {
  let write: (Child, inout LocationWriter) -> Void
  /// Opens what the child presents; answers whether something that was meant for it is gone.
  let open: (inout Child, inout LocationReader) -> Bool
  /// Adds what the child presents to a map.
  var outline: (inout LocationOutline) -> Void = { _ in }

  /// A child whose location is that of its place.
  static var none: Self {
    Self(write: { _, _ in }, open: { _, _ in false })
  }
}

extension ChildLocations where Child: Located {
  /// A child with places of its own.
  static var located: Self {
    let locations = LazyLocations<Child>()
    return Self(
      write: { $0.write(into: &$1, in: locations.body) },
      open: { $0.open(&$1, in: locations.body) },
      outline: { $0.addLocations(of: Child.self) })
  }
}

/// The places of a child, once for a declaration. Not before they're needed, as a child may have children of its own type.
private final class LazyLocations<Child: Located> {
  private(set) lazy var body = Child.locations
}

/// What became of making a child from the first segments.
enum LocationMaking<Child> {
  case noMatch
  case gone
  case made(Child, consumed: Int)
}
