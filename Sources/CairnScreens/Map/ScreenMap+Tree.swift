extension ScreenMap {
  /// Creates the map of a tree. Each screen has the location to which the shortest path leads.
  package init(of outline: TreeOutline) {
    self.init()
    let codings = outline.nodes.map { ScreenCoding($0.type) }
    let ways = Self.shortestWays(in: outline)
    for (index, node) in outline.nodes.enumerated() {
      let way = (ways[index] ?? []).map { codings[$0] }
      let path = "/" + way.flatMap(\.pattern).joined(separator: "/")
      _ = add(Self.name(of: node.type), path, query: way.flatMap(\.queryNames))
    }
    for (index, node) in outline.nodes.enumerated() {
      for successor in node.successors { connect(index, successor) }
    }
  }

  /// Returns the screens of the shortest path to each screen that can be reached.
  private static func shortestWays(in outline: TreeOutline) -> [Int: [Int]] {
    var ways: [Int: [Int]] = [:]
    for root in outline.roots { ways[root] = [root] }
    var waiting = outline.roots[...]
    while let next = waiting.popFirst() {
      for successor in outline.nodes[next].successors where ways[successor] == nil {
        ways[successor] = (ways[next] ?? []) + [successor]
        waiting.append(successor)
      }
    }
    return ways
  }
}

extension ScreenCoding {
  /// The segments of a screen on a map.
  fileprivate var pattern: [String] { [pathName] + pathArguments.map { "{\($0)}" } }

  /// The names of a screen's items in the query.
  fileprivate var queryNames: [String] { keys.filter { !pathArguments.contains($0) } }

  /// The arguments that the type decodes, as far as sample values reveal them. Empty if the type isn't
  /// `Decodable`.
  private var keys: [String] {
    guard let type = type as? any (Screen & Decodable).Type else { return [] }
    return ScreenArguments.keys(of: type)
  }
}
