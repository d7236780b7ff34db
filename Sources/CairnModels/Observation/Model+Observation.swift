extension Model {
  /// The value of a part of the state now, and then each other value that it gets.
  ///
  /// ```swift
  /// forEach(values(of: \.count)) { count in
  ///   ...
  /// }
  /// ```
  /// None is left out and none comes twice, however many changes come before the first is read.
  @inlinable
  public func values<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>
  ) -> ModelStream<Value> {
    _model.required.stream(of: keyPath, beginsNow: true)
  }

  /// Each other value that a part of the state gets from now on.
  @inlinable
  public func changes<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>
  ) -> ModelStream<Value> {
    _model.required.stream(of: keyPath, beginsNow: false)
  }
}

extension ModelContext {
  @inlinable
  func stream<Value: Equatable & Sendable>(
    of keyPath: KeyPath<M.State, Value>, beginsNow: Bool
  ) -> ModelStream<Value> {
    let hasEntered = core.enter()
    defer { core.leave(hasEntered) }
    let removal = ObserverRemoval(self)
    let source = StreamSource<Value> { removal.remove() }
    var last = part(keyPath)
    if beginsNow { source.send(last) }
    // Whoever reads keeps the source. When nobody does any more it removes the observer, for which it
    // needs the lock: whoever has that may still use it.
    let observer = StateObserver(
      check: { [unowned(unsafe) self, unowned(unsafe) source] in
        let value = part(keyPath)
        guard value != last else { return }
        last = value
        source.send(value)
      },
      finish: { [unowned(unsafe) source] in source.finish() })
    removal.begin(observer)
    return ModelStream(source: source)
  }
}

/// Adds an observer, and removes it when nobody reads any more.
///
/// `@unchecked Sendable`: the observer is set before anybody has the stream.
@usableFromInline
final class ObserverRemoval: @unchecked Sendable {
  // Not weak: what was ever referred to so is counted more slowly from then on.
  private let context: AnyContext
  private var observer: ObjectIdentifier?

  @usableFromInline
  init(_ context: AnyContext) {
    self.context = context
  }

  @usableFromInline
  func begin(_ observer: StateObserver) {
    guard context.isActive else { return observer.finish() }
    self.observer = ObjectIdentifier(observer)
    context.observers.append(observer)
  }

  @usableFromInline
  func remove() {
    guard let observer else { return }
    context.core.locked { context.observers.removeAll { ObjectIdentifier($0) == observer } }
  }
}
