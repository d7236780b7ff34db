public import CairnViews

extension Model {
  /// A property of the state.
  @_disfavoredOverload
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    let context = _model.required
    let hasEntered = context.core.enter()
    defer { context.core.leave(hasEntered) }
    let value = context.part(keyPath)
    if ModelReads.areNoted { ModelReads.note(keyPath, of: context) }
    return value
  }

  /// A property of the state.
  ///
  /// While a view is being evaluated, Cairn records the value that the view read. The view is evaluated again
  /// only if the value has changed.
  @_disfavoredOverload
  @inlinable
  public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    let context = _model.required
    let hasEntered = context.core.enter()
    defer { context.core.leave(hasEntered) }
    let value = context.part(keyPath)
    if ModelReads.areNoted { ModelReads.note(keyPath, of: context, value) }
    return value
  }

  /// The models at a property of the state, such as `model.$counter`, `model.$factPrompt`, or
  /// `model.$counters`.
  @inlinable
  public subscript<C: ModelContainer>(
    dynamicMember keyPath: WritableKeyPath<State, StateModel<C>>
  ) -> C {
    let context = _model.required
    if ModelReads.areNoted { ModelReads.note(modelsAt: keyPath, of: context) }
    return context.models(at: keyPath)
  }

  /// A binding to a ``Writable`` property of the state.
  @inlinable
  public subscript<Value>(
    dynamicMember keyPath: WritableKeyPath<State, Writable<Value>>
  ) -> Binding<Value> {
    let context = _model.required
    return Binding(
      get: {
        if ModelReads.areNoted { ModelReads.note(keyPath, of: context) }
        return context.state[keyPath: keyPath].wrappedValue
      },
      set: { value in
        context.write(boundTo: keyPath) { $0[keyPath: keyPath].wrappedValue = value }
      })
  }

  /// Removes the model's state from the optional, the array, or the enum that presents it.
  ///
  /// If the state isn't in one of these, the method dismisses the nearest ancestor that is. If there's no such
  /// ancestor, it reports an issue.
  public func dismiss() {
    let context = _model.required
    let isDone = context.core.locked { context.dismiss() }
    if !isDone { reportNotPresented(Self.self) }
  }
}
