/// The part of a location that a child adds to the location of its parent.
struct ChildRoutes<Child> {
  let write: (Child, inout LocationWriter) -> Void
  /// Opens the screens that the child presents. Returns whether a part of the location that belongs to the
  /// child is gone.
  let open: (inout Child, inout LocationReader) -> Bool
  /// Adds the screens that the child presents to a map.
  var outline: (inout LocationOutline) -> Void = { _ in }

  /// A child that adds nothing to the location of its route.
  static var none: Self {
    Self(write: { _, _ in }, open: { _, _ in false })
  }
}

extension ChildRoutes where Child: Routable {
  /// A child with its own routes.
  static var routable: Self {
    let routes = LazyRoutes<Child>()
    return Self(
      write: { $0.write(into: &$1, in: routes.body) },
      open: { $0.open(&$1, in: routes.body) },
      outline: { $0.addRoutes(of: Child.self) })
  }
}

/// The routes of a child, which are evaluated once per declaration.
///
/// They're evaluated lazily because a child can have children of its own type.
private final class LazyRoutes<Child: Routable> {
  private(set) lazy var body = Child.routes
}

/// The result of making a child from the first segments of a location.
enum LocationMaking<Child> {
  case noMatch
  case gone
  case made(Child, consumed: Int)
}
