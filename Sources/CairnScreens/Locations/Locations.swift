/// The places of what a state presents. You write them with ``Place`` and ``Trail``.
public protocol Locations<State>: SendableMetatype {
  associatedtype State

  /// How many places there are.
  var count: Int { get }

  /// Appends the segments of what the state presents.
  func write(_ state: State, into segments: inout [String])

  /// Opens the place at an index from the beginning of the segments.
  func open(
    _ segments: ArraySlice<String>, at index: Int, in state: inout State
  ) -> LocationOpening

  /// Whether something is presented at the place at an index.
  func isOpen(at index: Int, in state: State) -> Bool

  /// Takes away what is presented at the place at an index.
  func close(at index: Int, in state: inout State)
}

/// What became of opening a place.
public enum LocationOpening: Equatable, Sendable {
  /// The segments do not begin with the place.
  case noMatch
  /// The segments name something at the place that is not there.
  case gone
  /// The place was opened with so many segments; `isPartial` where a child could open only a part of
  /// what was meant for it.
  case opened(consumed: Int, isPartial: Bool)
}

/// Lists the places of a state.
@resultBuilder
public enum LocationsBuilder<State> {
  public static func buildExpression<L: Locations<State>>(_ locations: L) -> L { locations }

  public static func buildBlock() -> NoLocations<State> { NoLocations() }

  public static func buildPartialBlock<L: Locations<State>>(first: L) -> L { first }

  public static func buildPartialBlock<L0: Locations<State>, L1: Locations<State>>(
    accumulated: L0, next: L1
  ) -> LocationsPair<L0, L1> {
    LocationsPair(first: accumulated, second: next)
  }
}

/// No place at all: a child whose location is that of its parent's place.
public struct NoLocations<State>: Locations {
  public var count: Int { 0 }

  public func write(_ state: State, into segments: inout [String]) {}

  public func open(
    _ segments: ArraySlice<String>, at index: Int, in state: inout State
  ) -> LocationOpening {
    .noMatch
  }

  public func isOpen(at index: Int, in state: State) -> Bool { false }

  public func close(at index: Int, in state: inout State) {}
}

/// The places of one declaration, then those of another.
public struct LocationsPair<First: Locations, Second: Locations>: Locations
where First.State == Second.State {
  let first: First
  let second: Second

  public var count: Int { first.count + second.count }

  public func write(_ state: First.State, into segments: inout [String]) {
    first.write(state, into: &segments)
    second.write(state, into: &segments)
  }

  public func open(
    _ segments: ArraySlice<String>, at index: Int, in state: inout First.State
  ) -> LocationOpening {
    index < first.count
      ? first.open(segments, at: index, in: &state)
      : second.open(segments, at: index - first.count, in: &state)
  }

  public func isOpen(at index: Int, in state: First.State) -> Bool {
    index < first.count
      ? first.isOpen(at: index, in: state)
      : second.isOpen(at: index - first.count, in: state)
  }

  public func close(at index: Int, in state: inout First.State) {
    if index < first.count {
      first.close(at: index, in: &state)
    } else {
      second.close(at: index - first.count, in: &state)
    }
  }
}
