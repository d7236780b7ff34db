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

  /// A property of the state. What reads it while a view is evaluated is known by its value.
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

  /// The models at a property of the state: `model.$counter`, `model.$factPrompt`, `model.$counters`.
  @inlinable
  public subscript<C: ModelContainer>(
    dynamicMember keyPath: WritableKeyPath<State, StateModel<C>>
  ) -> C {
    let context = _model.required
    if ModelReads.areNoted { ModelReads.note(modelsAt: keyPath, of: context) }
    return context.models(at: keyPath)
  }

  /// A binding to a property of the state that is ``Writable``.
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

  /// Makes the model's state go away where it is presented: it is in an optional, an array, or an enum
  /// that is; where it is not, what it is a part of is.
  public func dismiss() {
    let context = _model.required
    let isDone = context.core.locked { context.dismiss() }
    if !isDone { reportNotPresented(Self.self) }
  }
}
