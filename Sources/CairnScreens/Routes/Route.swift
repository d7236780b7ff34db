import CairnBytes

/// The location of a child that a state presents, with a closure that creates the child from the location.
///
/// ```swift
/// Route(\.$destination.add, "add") { _ in ItemForm.State() }
/// Route(\.$destination.duplicate, "items", \.sourceID, "duplicate") { id, inventory in ... }
/// ```
/// If the child doesn't exist anymore, return `nil` from the closure.
public struct Route<State, Child>: Routes {
  private let child: WritableKeyPath<State, Child?>
  private let segments: (Child) -> [String]
  private let make: (ArraySlice<String>, State) -> LocationMaking<Child>
  private let continuation: ChildRoutes<Child>
  /// The segments for a map. They're evaluated lazily because only maps need them, and they take longer than
  /// everything else.
  private let pattern: () -> [String]

  private init(
    _ child: WritableKeyPath<State, Child?>, pattern: @autoclosure @escaping () -> [String],
    segments: @escaping (Child) -> [String],
    make: @escaping (ArraySlice<String>, State) -> LocationMaking<Child>,
    continuation: ChildRoutes<Child> = .none
  ) {
    self.child = child
    self.pattern = pattern
    self.segments = segments
    self.make = make
    self.continuation = continuation
  }

  public var count: Int { 1 }

  public func write(_ state: State, into writer: inout LocationWriter) {
    guard let child = state[keyPath: child] else { return }
    writer.segments += segments(child)
    continuation.write(child, &writer)
  }

  public func open(
    _ reader: inout LocationReader, at index: Int, in state: inout State
  ) -> LocationOpening {
    // A child that's already presented stays if the location contains it. It keeps the text that the user
    // typed.
    if let current = state[keyPath: child] {
      let own = segments(current)
      if reader.segments.begins(with: own) { return finish(current, own.count, &reader, &state) }
    }
    switch make(reader.segments, state) {
    case .noMatch: return .noMatch
    case .gone: return .gone
    case .made(let child, let consumed): return finish(child, consumed, &reader, &state)
    }
  }

  private func finish(
    _ child: Child, _ consumed: Int, _ reader: inout LocationReader, _ state: inout State
  ) -> LocationOpening {
    var child = child
    reader.segments.removeFirst(consumed)
    let isGone = continuation.open(&child, &reader)
    state[keyPath: self.child] = child
    return .opened(isPartial: isGone)
  }

  public func _outline(_ outline: inout LocationOutline) {
    outline.addRoute(pattern(), of: Child.self, continuation.outline)
  }

  public func isOpen(at index: Int, in state: State) -> Bool {
    state[keyPath: child] != nil
  }

  public func close(at index: Int, in state: inout State) {
    if state[keyPath: child] != nil { state[keyPath: child] = nil }
  }
}

extension Route {
  /// Creates a route with one fixed segment.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - name: The segment.
  ///   - make: Returns the child, or `nil` if it doesn't exist.
  @_disfavoredOverload
  public init(
    _ child: WritableKeyPath<State, Child?>, _ name: String,
    make: @escaping (_ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name], segments: { _ in [name] },
      make: { Self.making($0, $1, name, make) })
  }

  /// Creates a route with a fixed segment and a value of the child.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - name: The first segment.
  ///   - value: The property of the child that is the second segment.
  ///   - make: Returns the child for a value, or `nil` if it doesn't exist.
  @_disfavoredOverload
  public init<Value: RouteValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name, LocationOutline.placeholder(value)],
      segments: { [name, $0[keyPath: value].routeSegment] },
      make: { Self.making($0, $1, name, nil, make) })
  }

  /// Creates a route with a fixed segment, a value of the child, and another fixed segment.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - name: The first segment.
  ///   - value: The property of the child that is the second segment.
  ///   - suffix: The third segment.
  ///   - make: Returns the child for a value, or `nil` if it doesn't exist.
  @_disfavoredOverload
  public init<Value: RouteValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    _ suffix: String, make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name, LocationOutline.placeholder(value), suffix],
      segments: { [name, $0[keyPath: value].routeSegment, suffix] },
      make: { Self.making($0, $1, name, suffix, make) })
  }

  private static func making(
    _ segments: ArraySlice<String>, _ state: State, _ name: String, _ make: (State) -> Child?
  ) -> LocationMaking<Child> {
    guard segments.begins(with: [name]) else { return .noMatch }
    return make(state).map { .made($0, consumed: 1) } ?? .gone
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

// A routable child continues the path. These initializers are preferred to the initializers above.
extension Route where Child: Routable {
  /// Creates a route with one fixed segment, for a child that continues the path.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - name: The segment.
  ///   - make: Returns the child, or `nil` if it doesn't exist.
  public init(
    _ child: WritableKeyPath<State, Child?>, _ name: String,
    make: @escaping (_ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name], segments: { _ in [name] }, make: { Self.making($0, $1, name, make) },
      continuation: .routable)
  }

  /// Creates a route with a fixed segment and a value of the child, for a child that continues the path.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - name: The first segment.
  ///   - value: The property of the child that is the second segment.
  ///   - make: Returns the child for a value, or `nil` if it doesn't exist.
  public init<Value: RouteValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name, LocationOutline.placeholder(value)],
      segments: { [name, $0[keyPath: value].routeSegment] },
      make: { Self.making($0, $1, name, nil, make) }, continuation: .routable)
  }

  /// Creates a route with a fixed segment, a value, and another fixed segment, for a child that continues the
  /// path.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - name: The first segment.
  ///   - value: The property of the child that is the second segment.
  ///   - suffix: The third segment.
  ///   - make: Returns the child for a value, or `nil` if it doesn't exist.
  public init<Value: RouteValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    _ suffix: String, make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name, LocationOutline.placeholder(value), suffix],
      segments: { [name, $0[keyPath: value].routeSegment, suffix] },
      make: { Self.making($0, $1, name, suffix, make) }, continuation: .routable)
  }
}
