extension Reducer {
  /// Logs each action and how it changed the state.
  ///
  /// ```swift
  /// Store(initialState: Counter.State()) {
  ///   Counter()._printChanges()
  /// }
  /// ```
  ///
  /// ```text
  /// received action:
  ///   Counter.Action.incrementButtonTapped
  /// - Counter.State(count: 0)
  /// + Counter.State(count: 1)
  /// ```
  ///
  /// Use this operator only temporarily, for debugging. Dumping the whole state for each action takes time, and the log
  /// contains what users typed.
  ///
  /// - Parameter printer: Formats and writes the changes. If it's `nil`, changes aren't logged.
  @inlinable
  public consuming func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: self, printer: printer)
  }
}

/// A reducer that logs its changes.
public struct _PrintChangesReducer<Base: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let printer: _ReducerPrinter<Base.State, Base.Action>?

  @inlinable
  init(base: Base, printer: _ReducerPrinter<Base.State, Base.Action>?) {
    self.base = base
    self.printer = printer
  }

  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let printer, printer.isEnabled() else {
      return base.reduce(into: &state, action: action)
    }
    let oldState = state
    let shared = SharedChanges()
    let effect = base.reduce(into: &state, action: action)
    shared.comparing { printer.printChange(action, oldState, state) }
    return effect
  }

  @inlinable
  public func _visit(_ state: Base.State, with visitor: inout IdentityVisitor) {
    base._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: Base.State) -> Bool { Base._isEphemeral(state) }
}
