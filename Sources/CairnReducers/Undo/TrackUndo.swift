public import CairnFeatures

extension Reducer {
  /// Records the changes of a part of the state, so that they can be undone.
  ///
  /// ```swift
  /// CombineReducers {
  ///   BindingReducer()
  ///   Reduce { state, action in
  ///     switch action {
  ///     case .undoTapped: state.undoHistory.undo(&state.document)
  ///     case .redoTapped: state.undoHistory.redo(&state.document)
  ///     ...
  ///   }
  /// }
  /// .trackUndo(of: \.document, in: \.undoHistory)
  /// ```
  ///
  /// All changes that one action makes form one step. A new step removes the steps that could be redone. If the reducer
  /// itself calls a method of the history, the operator doesn't add a step for that action.
  ///
  /// If `Action` is a `BindableAction`, consecutive changes that bindings make to one property also form one step. For
  /// the bindings of child features and of a `ViewAction`, pass a closure that returns them.
  ///
  /// Undo restores only the value. Effects, timers, values in `@Shared`, and everything outside the value aren't
  /// changed. Keep presented features outside the value, so that an undo doesn't navigate.
  ///
  /// - Parameters:
  ///   - value: The part of the state that can be undone.
  ///   - history: The history in the state.
  @inlinable
  public consuming func trackUndo<Value: Equatable>(
    of value: WritableKeyPath<State, Value>, in history: WritableKeyPath<State, UndoHistory<Value>>
  ) -> _UndoTracking<Self, Value> {
    _UndoTracking(base: self, value: value, history: history, joinKey: { _ in nil })
  }

  /// Records the changes of a part of the state, and joins consecutive changes made by specific bindings.
  ///
  /// If the given bindings make consecutive changes to one property, these changes form one step. For example, this
  /// joins the changes made by a child feature's bindings:
  ///
  /// ```swift
  /// .trackUndo(of: \.document, in: \.undoHistory) { $0[case: \.page.binding] }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The part of the state that can be undone.
  ///   - history: The history in the state.
  ///   - binding: Returns the binding action that an action contains, or `nil` if it doesn't contain one.
  @inlinable
  public consuming func trackUndo<Value: Equatable, Root>(
    of value: WritableKeyPath<State, Value>, in history: WritableKeyPath<State, UndoHistory<Value>>,
    joining binding: @escaping (Action) -> BindingAction<Root>?
  ) -> _UndoTracking<Self, Value> {
    _UndoTracking(
      base: self, value: value, history: history,
      joinKey: { binding($0).map { AnyHashable($0.keyPath) } }, isForEachPart: true)
  }

  /// Records the changes of a part of the state, and uses a closure to decide which changes form one step.
  ///
  /// - Parameters:
  ///   - value: The part of the state that can be undone.
  ///   - history: The history in the state.
  ///   - joinKey: Returns the key of an action. Consecutive changes with the same key form one step. A change whose key
  ///     is `nil` forms a separate step.
  @inlinable
  public consuming func trackUndo<Value: Equatable, Key: Hashable>(
    of value: WritableKeyPath<State, Value>, in history: WritableKeyPath<State, UndoHistory<Value>>,
    joining joinKey: @escaping (Action) -> Key?
  ) -> _UndoTracking<Self, Value> {
    _UndoTracking(
      base: self, value: value, history: history,
      joinKey: { joinKey($0).map { AnyHashable($0) } })
  }
}

extension Reducer where Action: BindableAction {
  /// Records the changes of a part of the state, so that they can be undone.
  ///
  /// All changes that one action makes form one step. Consecutive changes that bindings make to one property also form
  /// one step. Each property of a struct counts separately, such as `document.title`. After a restart, the next change
  /// begins a new step.
  ///
  /// - Parameters:
  ///   - value: The part of the state that can be undone.
  ///   - history: The history in the state.
  @inlinable
  public consuming func trackUndo<Value: Equatable>(
    of value: WritableKeyPath<State, Value>, in history: WritableKeyPath<State, UndoHistory<Value>>
  ) -> _UndoTracking<Self, Value> {
    _UndoTracking(
      base: self, value: value, history: history,
      joinKey: { Action._binding(of: $0).map { AnyHashable($0.keyPath) } }, isForEachPart: true)
  }
}

/// A reducer combined with a history of its changes to a part of the state.
public struct _UndoTracking<Base: Reducer, Value: Equatable>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let value: WritableKeyPath<Base.State, Value>
  @usableFromInline let history: WritableKeyPath<Base.State, UndoHistory<Value>>
  @usableFromInline let joinKey: (Base.Action) -> AnyHashable?
  /// Whether changes of different parts of the value are always separate steps, even if they have the same key.
  @usableFromInline let isForEachPart: Bool

  @inlinable
  init(
    base: Base, value: WritableKeyPath<Base.State, Value>,
    history: WritableKeyPath<Base.State, UndoHistory<Value>>,
    joinKey: @escaping (Base.Action) -> AnyHashable?, isForEachPart: Bool = false
  ) {
    self.isForEachPart = isForEachPart
    self.base = base
    self.value = value
    self.history = history
    self.joinKey = joinKey
  }

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = state[keyPath: value]
    let operations = state[keyPath: history].operations
    let effect = base.reduce(into: &state, action: action)
    let after = state[keyPath: value]
    if state[keyPath: history].operations == operations, after != before {
      var key = joinKey(action)
      if isForEachPart { key = key.map { [$0, ChangedPart(from: before, to: after)] } }
      state[keyPath: history].record(before, joining: key)
    }
    return effect
  }

  @inlinable
  public func _visit(_ state: Base.State, with visitor: inout IdentityVisitor) {
    base._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: Base.State) -> Bool { Base._isEphemeral(state) }
}
