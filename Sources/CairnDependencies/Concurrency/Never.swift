// What never ends, or has ended already: for tests, previews and dependencies that do nothing.

extension Task where Failure == Never {
  /// Waits until it is cancelled, and throws then: `try await Task.never()`.
  public static func never() async throws -> Success {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until it is cancelled, and throws then: `try await Task.never()`.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension AsyncStream {
  /// A stream that has no elements and does not end, but by cancellation.
  public static var never: Self { Self { _ in } }

  /// A stream that has ended.
  public static var finished: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that has no elements and does not end, but by cancellation.
  public static var never: Self { Self { _ in } }

  /// A stream that has ended, by an error where one is given.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
