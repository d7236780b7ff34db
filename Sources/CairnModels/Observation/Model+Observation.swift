extension Model {
  /// The value of a part of the state now, and then each other value that it gets.
  ///
  /// ```swift
  /// forEach(values(of: \.count)) { count in
  ///   ...
  /// }
  /// ```
  /// None is left out and none comes twice, however many changes come before the first is read.
  public func values<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>
  ) -> ModelStream<Value> {
    _model.required.stream(of: keyPath, beginsNow: true)
  }

  /// Each other value that a part of the state gets from now on.
  public func changes<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>
  ) -> ModelStream<Value> {
    _model.required.stream(of: keyPath, beginsNow: false)
  }
}

extension ModelContext {
  fileprivate func stream<Value: Equatable & Sendable>(
    of keyPath: KeyPath<M.State, Value>, beginsNow: Bool
  ) -> ModelStream<Value> {
    core.locked {
      let removal = ObserverRemoval<M>(self)
      let source = StreamSource<Value> { removal.remove() }
      let current = withCurrent { $0[keyPath: keyPath] }
      if beginsNow { source.send(current) }
      guard isActive else {
        source.finish()
        return ModelStream(source: source)
      }
      let observer = ValueObserver(keyPath, current, source)
      removal.observer = observer
      add(observer)
      return ModelStream(source: source)
    }
  }
}

/// Removes an observer that nobody reads any more.
///
/// `@unchecked Sendable`: the observer is set before anybody has the stream.
private final class ObserverRemoval<M: Model>: @unchecked Sendable {
  private weak var context: ModelContext<M>?
  weak var observer: (any StateObserver<M.State>)?

  init(_ context: ModelContext<M>) {
    self.context = context
  }

  func remove() {
    guard let context, let observer else { return }
    context.core.locked { context.remove(observer) }
  }
}
