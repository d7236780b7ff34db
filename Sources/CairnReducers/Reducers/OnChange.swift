extension Reducer {
  /// Runs another reducer after this one if this reducer changed a value.
  ///
  /// ```swift
  /// Reduce { state, action in ... }
  ///   .onChange(of: \.query) { oldValue, newValue in
  ///     Reduce { state, action in
  ///       .run { send in await send(.response(search(newValue))) }
  ///         .debounce(id: CancelID.search, for: .milliseconds(300))
  ///     }
  ///   }
  /// ```
  ///
  /// The value is compared before and after this reducer runs. The other reducer runs with the same action. If it
  /// changes the value itself, it doesn't run again.
  ///
  /// - Parameters:
  ///   - toValue: Reads the value from the state. Cairn calls it twice for each action.
  ///   - reducer: Builds the other reducer from the old value and the new value.
  @inlinable
  public consuming func onChange<Value: Equatable, Change: Reducer>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (
        _ oldValue: Value, _ newValue: Value
      ) -> Change
  ) -> _OnChange<Self, Value, Change> {
    _OnChange(base: self, toValue: toValue, isDuplicate: { $0 == $1 }, reducer: reducer)
  }

  /// Runs another reducer after this one if this reducer changed a value, using a custom comparison.
  ///
  /// - Parameters:
  ///   - toValue: Reads the value from the state. Cairn calls it twice for each action.
  ///   - isDuplicate: Returns whether two values are considered equal.
  ///   - reducer: Builds the other reducer from the old value and the new value.
  @inlinable
  public consuming func onChange<Value, Change: Reducer>(
    of toValue: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (
        _ oldValue: Value, _ newValue: Value
      ) -> Change
  ) -> _OnChange<Self, Value, Change> {
    _OnChange(base: self, toValue: toValue, isDuplicate: isDuplicate, reducer: reducer)
  }
}

/// A reducer combined with another reducer that runs when the first one changes a value.
public struct _OnChange<Base: Reducer, Value, Change: Reducer>: Reducer
where Change.State == Base.State, Change.Action == Base.Action {
  @usableFromInline let base: Base
  @usableFromInline let toValue: (Base.State) -> Value
  @usableFromInline let isDuplicate: (Value, Value) -> Bool
  @usableFromInline let reducer: (Value, Value) -> Change

  @inlinable
  init(
    base: Base, toValue: @escaping (Base.State) -> Value,
    isDuplicate: @escaping (Value, Value) -> Bool, reducer: @escaping (Value, Value) -> Change
  ) {
    self.base = base
    self.toValue = toValue
    self.isDuplicate = isDuplicate
    self.reducer = reducer
  }

  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let oldValue = toValue(state)
    let effect = base.reduce(into: &state, action: action)
    let newValue = toValue(state)
    guard !isDuplicate(oldValue, newValue) else { return effect }
    return effect.merge(
      with: reducer(oldValue, newValue).reduce(into: &state, action: action))
  }

  @inlinable
  public func _visit(_ state: Base.State, with visitor: inout IdentityVisitor) {
    base._visit(state, with: &visitor)
    // Features that the other reducer presents exist whether or not the value has just changed.
    let value = toValue(state)
    reducer(value, value)._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: Base.State) -> Bool { Base._isEphemeral(state) }
}
