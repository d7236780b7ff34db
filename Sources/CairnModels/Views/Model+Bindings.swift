public import CairnViews

extension Model {
  /// A binding to the model of an optional state, for presenting it.
  ///
  /// ```swift
  /// .sheet(item: model.$factPrompt) { factPrompt in FactPromptView(model: factPrompt) }
  /// ```
  /// Writing `nil` removes the state. Writing a model has no effect.
  @_disfavoredOverload
  public subscript<C: ModelContainer>(
    dynamicMember keyPath: WritableKeyPath<State, StateModel<C?>>
  ) -> Binding<C?> {
    let context = _model.required
    return Binding(
      get: {
        if ModelReads.areNoted { ModelReads.note(modelsAt: keyPath, of: context) }
        return context.models(at: keyPath)
      },
      set: { model in
        guard model == nil else { return }
        context.write { $0[keyPath: keyPath].wrappedValue = nil }
      })
  }

  /// A binding to the models of an array, for use as the path of a navigation stack.
  ///
  /// ```swift
  /// NavigationStack(path: model.$path) {
  ///   HomeView(model: model)
  /// } destination: { element in
  ///   ...
  /// }
  /// ```
  @_disfavoredOverload
  public subscript<C: ModelContainer & PresentationIdentifiable>(
    dynamicMember keyPath: WritableKeyPath<State, StateModel<[C]>>
  ) -> Binding<ModelPath<C>> {
    let context = _model.required
    return Binding(
      get: {
        if ModelReads.areNoted { ModelReads.note(modelsAt: keyPath, of: context) }
        return ModelPath(models: context.models(at: keyPath))
      },
      set: { path in
        context.write { state in
          if let pushed = path.pushed {
            state[keyPath: keyPath].wrappedValue.append(pushed)
          } else {
            let count = state[keyPath: keyPath].wrappedValue.count
            state[keyPath: keyPath].wrappedValue.removeLast(max(0, count - path.count))
          }
        }
      })
  }
}

/// The path of a navigation stack whose elements are models.
public struct ModelPath<Element: ModelContainer & PresentationIdentifiable>: NavigationStackPath {
  private var models: [Element]
  /// The state that a link pushed.
  private(set) var pushed: Element.StateContainer?

  init(models: [Element]) {
    self.models = models
  }

  /// The number of elements.
  public var count: Int { models.count }

  /// Returns the model at an index.
  public func element(at index: Int) -> Element { models[index] }

  /// Returns the identity of the element at an index.
  public func identity(at index: Int) -> UInt64 {
    Place.mix(models[index].presentationIdentity, UInt64(index))
  }

  /// Removes the last model, if there is one.
  public mutating func removeLast() { _ = models.popLast() }

  /// Pushes a state.
  /// - Parameter value: The state to push.
  /// - Returns: Whether the value is a state of the path's elements.
  public mutating func append(value: Any) -> Bool {
    guard let value = value as? Element.StateContainer else { return false }
    pushed = value
    return true
  }
}
