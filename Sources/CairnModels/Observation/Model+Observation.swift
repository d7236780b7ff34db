extension Model {
  /// Returns a stream of the current value of a part of the state, and of each later value.
  ///
  ///
  /// ```swift
  /// forEach(values(of: \.count)) { count in
  ///   ...
  /// }
  /// ```
  /// The stream contains every value, even if the state changes several times before the first element is read.
  /// Consecutive values are never equal.
  @inlinable
  public func values<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>
  ) -> ModelStream<Value> {
    _model.required.stream(of: keyPath, beginsNow: true)
  }

  /// Returns a stream of the values that a part of the state gets from now on.
  ///
  /// It doesn't contain the current value. Consecutive values are never equal.
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
    // The reader retains the source. After the last reader, `deinit` of the source removes the observer, and
    // needs the lock for that. Code that holds the lock can therefore still use the source.
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

/// Adds an observer, and removes it after its stream has been released.
///
/// `@unchecked Sendable`: The observer is set before the stream is returned.
@usableFromInline
final class ObserverRemoval: @unchecked Sendable {
  // This isn't a weak reference, because an object that was ever referenced weakly has slower reference
  // counting.
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
