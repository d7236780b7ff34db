/// The routes of the screens that a state presents. You declare them with ``Route``, ``StackRoute``, and ``Query``.
public protocol Routes<State>: SendableMetatype {
  /// The state that presents the screens.
  associatedtype State

  /// The number of routes.
  var count: Int { get }

  /// Appends the segments of the screens that the state presents, and the query values of these screens.
  func write(_ state: State, into writer: inout LocationWriter)

  /// Opens the route at an index with the first segments of the rest of a location.
  func open(
    _ reader: inout LocationReader, at index: Int, in state: inout State
  ) -> LocationOpening

  /// Returns whether a screen is presented at the route at an index.
  func isOpen(at index: Int, in state: State) -> Bool

  /// Dismisses the screen at the route at an index.
  func close(at index: Int, in state: inout State)

  /// Appends the state's own query values. Only queries have such values.
  func writeQuery(_ state: State, into writer: inout LocationWriter)

  /// Sets the state's own values to the values in the query. Only queries have such values.
  func readQuery(_ reader: inout LocationReader, into state: inout State)

  /// Adds the routes to a map of the application.
  func _outline(_ outline: inout LocationOutline)
}

extension Routes {
  /// Does nothing, because only queries have values of their own.
  public func writeQuery(_ state: State, into writer: inout LocationWriter) {}

  /// Does nothing, because only queries have values of their own.
  public func readQuery(_ reader: inout LocationReader, into state: inout State) {}
  public func _outline(_ outline: inout LocationOutline) {}
}

/// The result of opening a route.
public enum LocationOpening: Equatable, Sendable {
  /// The segments don't match the route.
  case noMatch
  /// The segments match the route, but the screen doesn't exist.
  case gone
  /// The route was opened, and its segments were removed. If a child couldn't open all of its part, `isPartial`
  /// is true.
  case opened(isPartial: Bool)
}
