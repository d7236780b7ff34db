/// The places of what a state presents. You write them with ``Place``, ``Trail`` and ``Query``.
public protocol Locations<State>: SendableMetatype {
  associatedtype State

  /// How many places there are.
  var count: Int { get }

  /// Appends the segments of what the state presents, and the values of what is presented.
  func write(_ state: State, into writer: inout LocationWriter)

  /// Opens the place at an index from the beginning of what is left of a location.
  func open(
    _ reader: inout LocationReader, at index: Int, in state: inout State
  ) -> LocationOpening

  /// Whether something is presented at the place at an index.
  func isOpen(at index: Int, in state: State) -> Bool

  /// Takes away what is presented at the place at an index.
  func close(at index: Int, in state: inout State)

  /// Appends the state's own values. Places have none.
  func writeQuery(_ state: State, into writer: inout LocationWriter)

  /// Gives the state's own values what the location says. Places have none.
  func readQuery(_ reader: inout LocationReader, into state: inout State)

  /// Adds the places to a map of the application.
  func _outline(_ outline: inout LocationOutline)
}

extension Locations {
  public func writeQuery(_ state: State, into writer: inout LocationWriter) {}
  public func readQuery(_ reader: inout LocationReader, into state: inout State) {}
  public func _outline(_ outline: inout LocationOutline) {}
}

/// What became of opening a place.
public enum LocationOpening: Equatable, Sendable {
  /// The segments do not begin with the place.
  case noMatch
  /// The segments name something at the place that is not there.
  case gone
  /// The place was opened, and its segments were taken; `isPartial` where a child could open only a
  /// part of what was meant for it.
  case opened(isPartial: Bool)
}
