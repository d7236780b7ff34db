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
  private let parts: RouteParts<State, Child>
  /// Writes the location of the child if the state presents it.
  private let writePresented: (State, inout LocationWriter) -> Void
  /// The guard of the child, if it has one.
  var routeGuard: RouteGuard?

  // This closure is compiled for the concrete types. Generic code would look up the type `Child?` for each page.
  @inlinable
  init(_ child: WritableKeyPath<State, Child?>, _ parts: RouteParts<State, Child>) {
    self.init(child, parts) { state, writer in
      if let child = state[keyPath: child] { parts.write(child, into: &writer) }
    }
  }

  @usableFromInline
  init(
    _ child: WritableKeyPath<State, Child?>, _ parts: RouteParts<State, Child>,
    writePresented: @escaping (State, inout LocationWriter) -> Void
  ) {
    self.child = child
    self.parts = parts
    self.writePresented = writePresented
  }

  public var count: Int { 1 }

  public func write(_ state: State, into writer: inout LocationWriter) {
    if let routeGuard, state[keyPath: child] != nil { writer.guards.append(routeGuard) }
    writePresented(state, &writer)
  }

  public func open(
    _ reader: inout LocationReader, at index: Int, in state: inout State
  ) -> LocationOpening {
    if let closed = routeGuard?.close(&reader, parts.length) { return closed }
    // A child that's already presented stays if the location contains it. It keeps the text that the user
    // typed.
    if let current = state[keyPath: child] {
      let own = parts.segments(current)
      if reader.segments.begins(with: own) { return finish(current, own.count, &reader, &state) }
    }
    switch parts.make(reader.segments, state) {
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
    let isGone = parts.continuation.open(&child, &reader)
    state[keyPath: self.child] = child
    return .opened(isPartial: isGone)
  }

  public func _outline(_ outline: inout LocationOutline) {
    if routeGuard != nil { outline.isGuarded = true }
    outline.addRoute(parts.pattern(), of: Child.self, parts.continuation.outline)
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
  @inlinable
  public init(
    _ child: WritableKeyPath<State, Child?>, _ name: String,
    make: @escaping (_ state: State) -> Child?
  ) {
    self.init(child, RouteParts(name, make: make))
  }

  /// Creates a route with a fixed segment and a value of the child.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - name: The first segment.
  ///   - value: The property of the child that is the second segment.
  ///   - make: Returns the child for a value, or `nil` if it doesn't exist.
  @_disfavoredOverload
  @inlinable
  public init<Value: RouteValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(child, RouteParts(name, value, make: make))
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
  @inlinable
  public init<Value: RouteValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    _ suffix: String, make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(child, RouteParts(name, value, suffix, make: make))
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
  @inlinable
  public init(
    _ child: WritableKeyPath<State, Child?>, _ name: String,
    make: @escaping (_ state: State) -> Child?
  ) {
    self.init(child, RouteParts(name, make: make).routable)
  }

  /// Creates a route with a fixed segment and a value of the child, for a child that continues the path.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - name: The first segment.
  ///   - value: The property of the child that is the second segment.
  ///   - make: Returns the child for a value, or `nil` if it doesn't exist.
  @inlinable
  public init<Value: RouteValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(child, RouteParts(name, value, make: make).routable)
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
  @inlinable
  public init<Value: RouteValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    _ suffix: String, make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(child, RouteParts(name, value, suffix, make: make).routable)
  }
}
