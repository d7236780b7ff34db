/// A result builder for the routes of a state.
@resultBuilder
public enum RoutesBuilder<State> {
  /// Builds one declaration.
  public static func buildExpression<L: Routes<State>>(_ routes: L) -> L { routes }

  /// Builds an empty body.
  public static func buildBlock() -> NoRoutes<State> { NoRoutes() }

  /// Builds a body from its first declaration.
  public static func buildPartialBlock<L: Routes<State>>(first: L) -> L { first }

  /// Adds a declaration to the preceding ones.
  public static func buildPartialBlock<L0: Routes<State>, L1: Routes<State>>(
    accumulated: L0, next: L1
  ) -> RoutesPair<L0, L1> {
    RoutesPair(first: accumulated, second: next)
  }
}

/// No routes, for a state whose location is the one of the route that presents it.
public struct NoRoutes<State>: Routes {
  public var count: Int { 0 }

  public func write(_ state: State, into writer: inout LocationWriter) {}

  public func open(
    _ reader: inout LocationReader, at index: Int, in state: inout State
  ) -> LocationOpening {
    .noMatch
  }

  public func isOpen(at index: Int, in state: State) -> Bool { false }

  public func close(at index: Int, in state: inout State) {}
}

/// The routes of one declaration, followed by the routes of another.
public struct RoutesPair<First: Routes, Second: Routes>: Routes
where First.State == Second.State {
  let first: First
  let second: Second

  public var count: Int { first.count + second.count }

  public func write(_ state: First.State, into writer: inout LocationWriter) {
    first.write(state, into: &writer)
    second.write(state, into: &writer)
  }

  public func open(
    _ reader: inout LocationReader, at index: Int, in state: inout First.State
  ) -> LocationOpening {
    index < first.count
      ? first.open(&reader, at: index, in: &state)
      : second.open(&reader, at: index - first.count, in: &state)
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

  public func writeQuery(_ state: First.State, into writer: inout LocationWriter) {
    first.writeQuery(state, into: &writer)
    second.writeQuery(state, into: &writer)
  }

  public func readQuery(_ reader: inout LocationReader, into state: inout First.State) {
    first.readQuery(&reader, into: &state)
    second.readQuery(&reader, into: &state)
  }

  public func _outline(_ outline: inout LocationOutline) {
    first._outline(&outline)
    second._outline(&outline)
  }
}
