/// The screens of an application, how one gets from one to the other, and where each is in a URL.
///
/// It comes from what the application declares anyway: the ``Located`` places of its state, and the types
/// of its ``NavigationTree``. What is told by neither, such as alerts, is not in it.
public struct ScreenMap: Sendable {
  /// A screen.
  public struct Node: Sendable {
    /// What the screen is called: the name of its feature or of its type.
    public let name: String
    /// The pattern of its path, such as `/items/{id}`, by the shortest way.
    public internal(set) var path: String
    /// The names of its query.
    public internal(set) var query: [String] = []

    /// The pattern of its location: path and query.
    public var location: String {
      query.isEmpty ? path : "\(path)?\(query.map { "\($0)={\($0)}" }.joined(separator: "&"))"
    }
  }

  /// A way from one screen to another.
  public struct Edge: Hashable, Sendable {
    /// The indexes of the screens.
    public let from, to: Int
    /// Whether it leads from an element of a stack to another that may stand on it.
    public let isStacked: Bool
  }

  /// The screens, the first one first.
  public private(set) var nodes: [Node] = []
  /// The ways, in the order of their declaration.
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

  /// The same screens below a path: where the application is mounted.
  package func mounted(at prefix: Location) -> ScreenMap {
    guard !prefix.segments.isEmpty else { return self }
    var map = self
    for index in map.nodes.indices {
      let path = map.nodes[index].path
      map.nodes[index].path = prefix.path + (path == "/" ? "" : path)
    }
    return map
  }

  /// The name of a feature by the type of its state, or of a screen by its type.
  static func name(of type: Any.Type) -> String {
    var parts = String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
      .split(separator: "<")[0].split(separator: ".").dropFirst()
    if parts.count > 1, parts.last == "State" { parts.removeLast() }
    return parts.last.map(String.init) ?? "\(type)"
  }
}
