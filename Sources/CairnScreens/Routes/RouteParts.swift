import CairnBytes

/// The segments of a ``Route``, and the closure that creates the child from them.
@usableFromInline
struct RouteParts<State, Child> {
  let segments: (Child) -> [String]
  let make: (ArraySlice<String>, State) -> LocationMaking<Child>
  /// Returns the number of segments that belong to the child, or `nil` if the first segments aren't the child's.
  let length: (ArraySlice<String>) -> Int?
  var continuation = ChildRoutes<Child>.none
  /// The segments for a map. They're evaluated lazily because only maps need them, and they take longer than
  /// everything else.
  let pattern: () -> [String]

  @usableFromInline
  init(_ name: String, make: @escaping (State) -> Child?) {
    pattern = { [name] }
    segments = { _ in [name] }
    length = { $0.begins(with: [name]) ? 1 : nil }
    self.make = { Self.making($0, $1, name, make) }
  }

  @usableFromInline
  init<Value: RouteValue>(
    _ name: String, _ value: KeyPath<Child, Value>, make: @escaping (Value, State) -> Child?
  ) {
    pattern = { [name, LocationOutline.placeholder(value)] }
    segments = { [name, $0[keyPath: value].routeSegment] }
    length = { Self.length($0, Value.self, name, nil) }
    self.make = { Self.making($0, $1, name, nil, make) }
  }

  @usableFromInline
  init<Value: RouteValue>(
    _ name: String, _ value: KeyPath<Child, Value>, _ suffix: String,
    make: @escaping (Value, State) -> Child?
  ) {
    pattern = { [name, LocationOutline.placeholder(value), suffix] }
    segments = { [name, $0[keyPath: value].routeSegment, suffix] }
    length = { Self.length($0, Value.self, name, suffix) }
    self.make = { Self.making($0, $1, name, suffix, make) }
  }

  /// Writes the location of a child.
  @usableFromInline
  func write(_ child: Child, into writer: inout LocationWriter) {
    writer.segments += segments(child)
    continuation.write(child, &writer)
  }

  private static func making(
    _ segments: ArraySlice<String>, _ state: State, _ name: String, _ make: (State) -> Child?
  ) -> LocationMaking<Child> {
    guard segments.begins(with: [name]) else { return .noMatch }
    return make(state).map { .made($0, consumed: 1) } ?? .gone
  }

  private static func length<Value: RouteValue>(
    _ segments: ArraySlice<String>, _ type: Value.Type, _ name: String, _ suffix: String?
  ) -> Int? {
    guard segments.count >= 2, segments.begins(with: [name]),
      Value(routeSegment: segments[segments.startIndex + 1]) != nil
    else { return nil }
    guard let suffix else { return 2 }
    return segments.dropFirst(2).begins(with: [suffix]) ? 3 : nil
  }

  private static func making<Value: RouteValue>(
    _ segments: ArraySlice<String>, _ state: State, _ name: String, _ suffix: String?,
    _ make: (Value, State) -> Child?
  ) -> LocationMaking<Child> {
    guard segments.count >= 2, segments.begins(with: [name]) else { return .noMatch }
    if let suffix, !segments.dropFirst(2).begins(with: [suffix]) { return .noMatch }
    guard let value = Value(routeSegment: segments[segments.startIndex + 1]) else {
      return .gone
    }
    return make(value, state).map { .made($0, consumed: suffix == nil ? 2 : 3) } ?? .gone
  }
}

extension RouteParts where Child: Routable {
  /// These parts, for a child that continues the path.
  @usableFromInline
  var routable: Self {
    var parts = self
    parts.continuation = .routable
    return parts
  }
}
