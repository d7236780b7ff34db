public import Synchronization

/// A value that's provided once, immediately or later, from any thread.
///
/// Code that waits for the value shouldn't keep a reference to the promise. If the promise is released without a value,
/// the waiting closure is called with `nil`.
public final class Promise<Value: Sendable>: Sendable {
  @usableFromInline
  enum State: Sendable {
    case open
    case awaited(@Sendable (Value?) -> Void)
    case fulfilled(Value)
    case taken
  }

  @usableFromInline let state = Mutex(State.open)

  // The initializer is inlinable so that it's specialized for the type of the value. Each request creates
  // several promises.
  /// Creates a promise without a value.
  @inlinable
  public init() {}

  @inlinable
  deinit {
    if case .awaited(let body) = state.withLock(\.self) { body(nil) }
  }

  /// Provides the value.
  ///
  /// - Returns: Whether this is the first value. Later values are ignored.
  @inlinable @discardableResult
  public func fulfill(_ value: Value) -> Bool {
    let (isFirst, body): (Bool, ((Value?) -> Void)?) = state.withLock { state in
      switch state {
      case .open:
        state = .fulfilled(value)
        return (true, nil)
      case .awaited(let body):
        state = .taken
        return (true, body)
      case .fulfilled, .taken: return (false, nil)
      }
    }
    body?(value)
    return isFirst
  }

  /// Removes and returns the value, or returns `nil` if there is no value yet.
  @inlinable
  public func take() -> Value? {
    state.withLock { state in
      guard case .fulfilled(let value) = state else { return nil }
      state = .taken
      return value
    }
  }

  /// Calls a closure once with the value, immediately if it's available or else as soon as it is.
  ///
  /// The closure is called with `nil` if the promise is released without a value.
  @inlinable
  public func whenFulfilled(_ body: @escaping @Sendable (Value?) -> Void) {
    let value: Value? = state.withLock { state in
      if case .fulfilled(let value) = state {
        state = .taken
        return value
      }
      state = .awaited(body)
      return nil
    }
    if let value { body(value) }
  }

  /// Returns a promise of the transformed value.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Other
  ) -> Promise<Other> {
    let other = Promise<Other>()
    whenFulfilled { value in
      // If this closure is released, the other promise is too, because only this closure has it.
      if let value { other.fulfill(transform(value)) }
    }
    return other
  }
}

extension Promise<HTTPResponse> {
  /// The answer of a responder, which is the response if it's available, or else this promise.
  public var answer: HTTPAnswer { take().map { .now($0) } ?? .later(self) }

  /// Provides a response that's available now or later.
  public func fulfill(_ answer: HTTPAnswer) {
    switch answer {
    case .now(let response): fulfill(response)
    case .later(let promise):
      promise.whenFulfilled { if let response = $0 { self.fulfill(response) } }
    }
  }
}
