extension ScreenMap {
  /// The map of a tree: each screen where the shortest path leads to it.
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

  /// For each screen that can be reached, the screens of the shortest path to it.
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
  /// The segments of a screen as a map shows them.
  fileprivate var pattern: [String] { [pathName] + pathArguments.map { "{\($0)}" } }

  /// The names that a screen has in the query.
  fileprivate var queryNames: [String] { keys.filter { !pathArguments.contains($0) } }

  /// The arguments that the type reads, as far as it reads any of what is tried; empty where it is not
  /// `Codable`.
  private var keys: [String] {
    guard let type = type as? any (Screen & Decodable).Type else { return [] }
    return ScreenArguments.keys(of: type)
  }
}
