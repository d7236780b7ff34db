/// The routes of a state and of the screens that it presents, for a map.
public struct LocationOutline {
  private(set) var map: ScreenMap
  /// Whether a route has a guard.
  var isGuarded = false
  /// The screen whose routes are being added.
  private var current: Int
  /// The routable types whose routes are being added, with their screens.
  private var open: [(type: ObjectIdentifier, node: Int)] = []
  /// Screens that present the same screens as another screen, because their state contains its own type again.
  private var same: [(node: Int, as: Int)] = []

  /// Creates the outline of a routable state.
  init<State: Routable>(of state: State.Type) {
    map = ScreenMap()
    current = map.add(ScreenMap.name(of: state), "/")
    addRoutes(of: state)
    for (node, other) in same {
      for edge in map.edges where edge.from == other { map.connect(node, edge.to) }
    }
  }

  /// Adds the routes of the current screen's state.
  mutating func addRoutes<State: Routable>(of state: State.Type) {
    let id = ObjectIdentifier(state)
    if let outer = open.first(where: { $0.type == id }) {
      same.append((current, outer.node))
      return
    }
    open.append((id, current))
    State.routes._outline(&self)
    open.removeLast()
  }

  /// Adds a route with the screen that it presents, and with the screens that this screen presents.
  mutating func addRoute<Child>(
    _ pattern: [String], of child: Child.Type, _ content: (inout LocationOutline) -> Void
  ) {
    _ = add(pattern, of: child, content)
  }

  /// Adds the elements of a stack, each of which can be on top of any other.
  mutating func addStack(
    _ elements: [(pattern: [String], type: Any.Type, content: (inout LocationOutline) -> Void)]
  ) {
    let nodes = elements.map { add($0.pattern, of: $0.type, $0.content) }
    for lower in nodes { for upper in nodes { map.connect(lower, upper, isStacked: true) } }
  }

  /// Adds a name of the query to the current screen.
  mutating func addQuery(_ name: String) { map.addQuery(name, to: current) }

  private mutating func add(
    _ pattern: [String], of type: Any.Type, _ content: (inout LocationOutline) -> Void
  ) -> Int {
    let outer = current
    let prefix = map.nodes[outer].path
    let path = ([prefix == "/" ? "" : prefix] + pattern).joined(separator: "/")
    current = map.add(ScreenMap.name(of: type), path)
    map.connect(outer, current)
    content(&self)
    defer { current = outer }
    return current
  }

  /// Returns the form of a value's segment on a map, such as `{id}`.
  static func placeholder(_ value: AnyKeyPath) -> String {
    let name = "\(value)".split(separator: ".").last.map(String.init) ?? "value"
    return name.hasSuffix(">") ? "{value}" : "{\(name)}"
  }
}

extension ScreenMap {
  /// Creates the map of a routable state.
  package init<State: Routable>(of state: State.Type) {
    self = LocationOutline(of: state).map
  }
}
