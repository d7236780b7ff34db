public import CairnViews

extension Model {
  /// A binding to the model of an optional part of the state, to be presented.
  ///
  /// ```swift
  /// .sheet(item: model.$factPrompt) { factPrompt in FactPromptView(model: factPrompt) }
  /// ```
  /// Writing nil removes the state; a model can not be written.
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

  /// A binding to the models of an array, to be the path of a navigation stack.
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
  /// What a link pushed.
  private(set) var pushed: Element.StateContainer?

  init(models: [Element]) {
    self.models = models
  }

  public var count: Int { models.count }

  public func element(at index: Int) -> Element { models[index] }

  public func identity(at index: Int) -> UInt64 {
    Place.mix(models[index].presentationIdentity, UInt64(index))
  }

  public mutating func removeLast() { _ = models.popLast() }

  public mutating func append(value: Any) -> Bool {
    guard let value = value as? Element.StateContainer else { return false }
    pushed = value
    return true
  }
}
