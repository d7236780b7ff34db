import CairnBytes

/// Where a presented child stands in the location: segments before it, and how it is made from them.
///
/// ```swift
/// Place(\.$destination.add, "add") { _ in ItemForm.State() }
/// Place(\.$destination.duplicate, "items", \.sourceID, "duplicate") { id, inventory in ... }
/// ```
/// A closure that returns nil says that what the segments name is gone.
public struct Place<State, Child>: Locations {
  private let child: WritableKeyPath<State, Child?>
  private let segments: (Child) -> [String]
  private let make: (ArraySlice<String>, State) -> LocationMaking<Child>
  private let continuation: ChildLocations<Child>
  /// The segments as a map shows them. Only maps need them, and they take longer than all the rest.
  private let pattern: () -> [String]

  private init(
    _ child: WritableKeyPath<State, Child?>, pattern: @autoclosure @escaping () -> [String],
    segments: @escaping (Child) -> [String],
    make: @escaping (ArraySlice<String>, State) -> LocationMaking<Child>,
    continuation: ChildLocations<Child> = .none
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
    // What is there already, and is meant, stays: with what was typed into it.
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
    outline.addPlace(pattern(), of: Child.self, continuation.outline)
  }

  public func isOpen(at index: Int, in state: State) -> Bool {
    state[keyPath: child] != nil
  }

  public func close(at index: Int, in state: inout State) {
    if state[keyPath: child] != nil { state[keyPath: child] = nil }
  }
}

extension Place {
  /// A child behind one fixed segment.
  @_disfavoredOverload
  public init(
    _ child: WritableKeyPath<State, Child?>, _ name: String,
    make: @escaping (_ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name], segments: { _ in [name] },
      make: { Self.making($0, $1, name, make) })
  }

  /// A child behind a fixed segment and a value of its own.
  @_disfavoredOverload
  public init<Value: LocationValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name, LocationOutline.placeholder(value)],
      segments: { [name, $0[keyPath: value].locationSegment] },
      make: { Self.making($0, $1, name, nil, make) })
  }

  /// A child behind a fixed segment, a value of its own, and another fixed segment.
  @_disfavoredOverload
  public init<Value: LocationValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    _ suffix: String, make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name, LocationOutline.placeholder(value), suffix],
      segments: { [name, $0[keyPath: value].locationSegment, suffix] },
      make: { Self.making($0, $1, name, suffix, make) })
  }

  private static func making(
    _ segments: ArraySlice<String>, _ state: State, _ name: String, _ make: (State) -> Child?
  ) -> LocationMaking<Child> {
    guard segments.begins(with: [name]) else { return .noMatch }
    return make(state).map { .made($0, consumed: 1) } ?? .gone
  }

  private static func making<Value: LocationValue>(
    _ segments: ArraySlice<String>, _ state: State, _ name: String, _ suffix: String?,
    _ make: (Value, State) -> Child?
  ) -> LocationMaking<Child> {
    guard segments.count >= 2, segments.begins(with: [name]) else { return .noMatch }
    if let suffix, !segments.dropFirst(2).begins(with: [suffix]) { return .noMatch }
    guard let value = Value(locationSegment: segments[segments.startIndex + 1]) else {
      return .gone
    }
    return make(value, state).map { .made($0, consumed: suffix == nil ? 2 : 3) } ?? .gone
  }
}

// A child that is located itself continues the path. These are preferred to the ones above.
extension Place where Child: Located {
  /// A located child behind one fixed segment.
  public init(
    _ child: WritableKeyPath<State, Child?>, _ name: String,
    make: @escaping (_ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name], segments: { _ in [name] }, make: { Self.making($0, $1, name, make) },
      continuation: .located)
  }

  /// A located child behind a fixed segment and a value of its own.
  public init<Value: LocationValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name, LocationOutline.placeholder(value)],
      segments: { [name, $0[keyPath: value].locationSegment] },
      make: { Self.making($0, $1, name, nil, make) }, continuation: .located)
  }

  /// A located child behind a fixed segment, a value of its own, and another fixed segment.
  public init<Value: LocationValue>(
    _ child: WritableKeyPath<State, Child?>, _ name: String, _ value: KeyPath<Child, Value>,
    _ suffix: String, make: @escaping (_ value: Value, _ state: State) -> Child?
  ) {
    self.init(
      child, pattern: [name, LocationOutline.placeholder(value), suffix],
      segments: { [name, $0[keyPath: value].locationSegment, suffix] },
      make: { Self.making($0, $1, name, suffix, make) }, continuation: .located)
  }
}
