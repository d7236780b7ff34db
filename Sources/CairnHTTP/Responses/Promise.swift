import Synchronization

/// A response that's provided once, immediately or later, from any thread.
///
/// Code that waits for the response shouldn't keep a reference to the promise. If the promise is released without a
/// response, the waiting closure is called with `nil`.
// It isn't generic, because each request creates one, and the end of a generic object looks up its types.
public final class Promise: Sendable {
  private enum State: Sendable {
    case open
    case awaited(@Sendable (HTTPResponse?) -> Void)
    case fulfilled(HTTPResponse)
    case taken
  }

  private let state = Mutex(State.open)

  /// Creates a promise without a response.
  public init() {}

  deinit {
    if case .awaited(let body) = state.withLock({ $0 }) { body(nil) }
  }

  /// Provides the response.
  ///
  /// - Returns: Whether this is the first response. Later responses are ignored.
  @discardableResult
  public func fulfill(_ response: HTTPResponse) -> Bool {
    let (isFirst, body): (Bool, ((HTTPResponse?) -> Void)?) = state.withLock { state in
      switch state {
      case .open:
        state = .fulfilled(response)
        return (true, nil)
      case .awaited(let body):
        state = .taken
        return (true, body)
      case .fulfilled, .taken: return (false, nil)
      }
    }
    body?(response)
    return isFirst
  }

  /// Removes and returns the response, or returns `nil` if there is no response yet.
  public func take() -> HTTPResponse? {
    state.withLock { state in
      guard case .fulfilled(let response) = state else { return nil }
      state = .taken
      return response
    }
  }

  /// Calls a closure once with the response, immediately if it's available or else as soon as it is.
  ///
  /// The closure is called with `nil` if the promise is released without a response.
  public func whenFulfilled(_ body: @escaping @Sendable (HTTPResponse?) -> Void) {
    let response: HTTPResponse? = state.withLock { state in
      if case .fulfilled(let response) = state {
        state = .taken
        return response
      }
      state = .awaited(body)
      return nil
    }
    if let response { body(response) }
  }

  /// Returns a promise of the transformed response.
  public func map(_ transform: @escaping @Sendable (HTTPResponse) -> HTTPResponse) -> Promise {
    let other = Promise()
    whenFulfilled { response in
      // If this closure is released, the other promise is too, because only this closure has it.
      if let response { other.fulfill(transform(response)) }
    }
    return other
  }
}

extension Promise {
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
