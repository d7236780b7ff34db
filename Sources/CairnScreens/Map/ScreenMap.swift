/// The screens of an application, their locations, and the connections between them.
///
/// The map is created from the ``Routable`` routes of the application's state, and from the types of its
/// ``NavigationTree``. It doesn't include screens that aren't declared in either way, such as alerts.
public struct ScreenMap: Sendable {
  /// A screen.
  public struct Node: Sendable {
    /// The name of the screen's feature or type.
    public let name: String
    /// The pattern of the screen's shortest path, such as `/items/{id}`.
    public internal(set) var path: String
    /// The names of the items in its query.
    public internal(set) var query: [String] = []

    /// The pattern of its location, which is the path and the query.
    public var location: String {
      query.isEmpty ? path : "\(path)?\(query.map { "\($0)={\($0)}" }.joined(separator: "&"))"
    }
  }

  /// A connection from one screen to another.
  public struct Edge: Hashable, Sendable {
    /// The indexes of the screens.
    public let from, to: Int
    /// Whether the connection leads from an element of a stack to another element that can be on top of it.
    public let isStacked: Bool
  }

  /// The screens, beginning with the first screen.
  public private(set) var nodes: [Node] = []
  /// The connections, in the order of their declaration.
  public private(set) var edges: [Edge] = []

  package init() {}

  mutating func add(_ name: String, _ path: String, query: [String] = []) -> Int {
    nodes.append(Node(name: name, path: path, query: query))
    return nodes.count - 1
  }

  mutating func addQuery(_ name: String, to node: Int) { nodes[node].query.append(name) }

  mutating func connect(_ from: Int, _ to: Int, isStacked: Bool = false) {
    let edge = Edge(from: from, to: to, isStacked: isStacked)
    if !edges.contains(edge) { edges.append(edge) }
  }

  /// Returns a map whose paths begin with the path at which the application is mounted.
  package func mounted(at prefix: Location) -> ScreenMap {
    guard !prefix.segments.isEmpty else { return self }
    var map = self
    for index in map.nodes.indices {
      let path = map.nodes[index].path
      map.nodes[index].path = prefix.path + (path == "/" ? "" : path)
    }
    return map
  }

  /// Returns the name of a feature for the type of its state, or the name of a screen for its type.
  static func name(of type: Any.Type) -> String {
    var parts = String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
      .split(separator: "<")[0].split(separator: ".").dropFirst()
    if parts.count > 1, parts.last == "State" { parts.removeLast() }
    return parts.last.map(String.init) ?? "\(type)"
  }
}
