import CairnBytes
import CairnHTTP

/// The endpoints of a server, arranged for finding the one for a request.
///
/// The segments of all paths are a tree, so the time to search it depends on the number of paths that are alike, and
/// not on the request.
package struct EndpointTable: Sendable {
  /// The endpoints whose paths are alike up to a segment.
  private struct Node: Sendable {
    var literals: [Bytewise: Node] = [:]
    /// The node of a parameter. The list has at most one element, because a value can't contain itself.
    var parameter: [Node] = []
    /// The endpoints whose path ends here, and those whose path ends with one or more further segments.
    var ends: [Endpoint] = []
    var rests: [Endpoint] = []
  }

  /// An endpoint and the segments that its parameters match, in order.
  struct Match: Sendable {
    let endpoint: Endpoint
    let values: [(name: String, value: String)]
  }

  /// The result of a search.
  enum Finding: Sendable {
    /// No endpoint has the path.
    case none
    case found(Match)
    /// The path has endpoints, but not for the method.
    case methods(Set<HTTPMethod>)
  }

  /// A mistake in the declarations of endpoints.
  package struct Mistake: Error, CustomStringConvertible {
    package let description: String
  }

  private var root = Node()
  /// The methods of all endpoints.
  let methods: Set<HTTPMethod>

  /// The beginning of the paths that belong to the server, below its prefix.
  static let reserved = "/~"

  /// - Parameters:
  ///   - endpoints: The endpoints with their whole paths.
  ///   - prefix: The path below which the server serves everything.
  package init(_ endpoints: [Endpoint], below prefix: PathPrefix = .none) throws(Mistake) {
    methods = Set(endpoints.map(\.method))
    for endpoint in endpoints {
      if let mistake = Self.mistake(in: endpoint, below: prefix) {
        throw Mistake(description: "The endpoint \(endpoint.name) isn't valid. \(mistake)")
      }
      try Self.insert(endpoint, endpoint.pattern.segments[...], into: &root)
    }
  }

  private static func mistake(in endpoint: Endpoint, below prefix: PathPrefix) -> String? {
    if let mistake = endpoint.pattern.mistake { return mistake }
    if endpoint.method == .head { return "Declare GET instead, which includes HEAD." }
    let own = endpoint.pattern.segments.dropFirst(prefix.segments.count)
    if case .literal(let name)? = own.first, "/\(name)".utf8.starts(with: reserved.utf8) {
      return "Paths that begin with a tilde belong to the server."
    }
    return nil
  }

  private static func insert(
    _ endpoint: Endpoint, _ segments: ArraySlice<PathPattern.Segment>, into node: inout Node
  ) throws(Mistake) {
    let rest = segments.dropFirst()
    switch segments.first {
    case nil: try add(endpoint, to: &node.ends)
    case .rest: try add(endpoint, to: &node.rests)
    case .literal(let name):
      try insert(endpoint, rest, into: &node.literals[Bytewise(name), default: Node()])
    case .parameter:
      if node.parameter.isEmpty { node.parameter = [Node()] }
      try insert(endpoint, rest, into: &node.parameter[0])
    }
  }

  private static func add(
    _ endpoint: Endpoint, to endpoints: inout [Endpoint]
  ) throws(Mistake) {
    if let other = endpoints.first(where: { $0.method == endpoint.method }) {
      throw Mistake(
        description:
          "The endpoints \(other.name) and \(endpoint.name) match the same requests. Remove one of them."
      )
    }
    endpoints.append(endpoint)
  }

  // MARK: Finding

  /// Returns whether an endpoint may have a path.
  ///
  /// Most paths of pages are ruled out this way, without decoding their segments.
  func mayContain(rawPath: String) -> Bool {
    let path = rawPath.utf8
    // Escaped characters, marks, and empty segments need the complete check.
    guard path.count > 1,
      !path.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "~") })
    else { return true }
    return Self.mayContain(path.dropFirst(), in: root)
  }

  private static func mayContain(_ path: Substring.UTF8View, in node: Node) -> Bool {
    if !node.rests.isEmpty || !node.parameter.isEmpty { return true }
    let segment = path.prefix { $0 != UInt8(ascii: "/") }
    guard !segment.isEmpty else { return true }
    guard let next = node.literals[Bytewise(String(Substring(segment)))] else { return false }
    let rest = path[segment.endIndex...]
    return rest.isEmpty
      ? !next.ends.isEmpty || !next.rests.isEmpty : mayContain(rest.dropFirst(), in: next)
  }

  /// Finds the endpoint for a request. `HEAD` finds the endpoint for `GET`.
  ///
  /// A literal segment has precedence over a parameter, and a parameter over the rest of a path. Endpoints without the
  /// method are skipped.
  func find(_ method: HTTPMethod, _ segments: [String]) -> Finding {
    let method = method == .head ? .get : method
    var methods: Set<HTTPMethod> = []
    var found: Match?
    Self.visit(root, segments[...], []) { endpoints, values in
      methods.formUnion(endpoints.map(\.method))
      guard let endpoint = endpoints.first(where: { $0.method == method }) else { return false }
      found = Match(endpoint: endpoint, values: Self.named(values, by: endpoint.pattern))
      return true
    }
    return found.map { .found($0) } ?? (methods.isEmpty ? .none : .methods(methods))
  }

  /// Calls a closure with the endpoints of each path that matches, until it returns `true`.
  @discardableResult
  private static func visit(
    _ node: Node, _ segments: ArraySlice<String>, _ values: [String],
    _ body: ([Endpoint], [String]) -> Bool
  ) -> Bool {
    guard let segment = segments.first else {
      return !node.ends.isEmpty && body(node.ends, values)
    }
    let rest = segments.dropFirst()
    if let next = node.literals[Bytewise(segment)], visit(next, rest, values, body) { return true }
    if let next = node.parameter.first, visit(next, rest, values + [segment], body) { return true }
    return !node.rests.isEmpty && body(node.rests, values + segments)
  }

  private static func named(
    _ values: [String], by pattern: PathPattern
  ) -> [(name: String, value: String)] {
    let names = pattern.names
    // All segments of the rest have the name of the last parameter.
    return values.enumerated().map { index, value in
      (names[min(index, names.count - 1)], value)
    }
  }
}
