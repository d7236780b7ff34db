public import Synchronization

/// A value that comes once: at once or later, from any thread.
///
/// Whoever waits for it should keep no reference to it. If it's dropped without a value, the closure that waits is called
/// with `nil`.
public final class Promise<Value: Sendable>: Sendable {
  @usableFromInline
  enum State: Sendable {
    case open
    case awaited(@Sendable (Value?) -> Void)
    case fulfilled(Value)
    case taken
  }

  @usableFromInline let state = Mutex(State.open)

  // Inlinable, so that it's compiled for the value's type: each request makes some of them.
  @inlinable
  public init() {}

  @inlinable
  deinit {
    if case .awaited(let body) = state.withLock(\.self) { body(nil) }
  }

  /// Gives the value.
  /// - Returns: False if there was one before, which counts.
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

  /// Takes the value if it's there.
  @inlinable
  public func take() -> Value? {
    state.withLock { state in
      guard case .fulfilled(let value) = state else { return nil }
      state = .taken
      return value
    }
  }

  /// Calls a closure once with the value: now if it's there, or else when it comes; with `nil` if it doesn't come.
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
      // Dropped, it drops the other one, which only this closure has.
      if let value { other.fulfill(transform(value)) }
    }
    return other
  }
}

extension Promise<HTTPResponse> {
  /// The answer of a responder: the response if it's there, or else that it comes later.
  public var answer: HTTPAnswer { take().map { .now($0) } ?? .later(self) }

  /// Gives a response that is there or comes later.
  public func fulfill(_ answer: HTTPAnswer) {
    switch answer {
    case .now(let response): fulfill(response)
    case .later(let promise):
      promise.whenFulfilled { if let response = $0 { self.fulfill(response) } }
    }
  }
}
