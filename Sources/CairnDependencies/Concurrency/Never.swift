// Tasks and streams that never end or have already ended, for tests, previews, and dependencies that do
// nothing.

extension Task where Failure == Never {
  /// Waits until the task is canceled, and then throws a `CancellationError`, as in `try await Task.never()`.
  public static func never() async throws -> Success {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is canceled, and then throws a `CancellationError`, as in `try await Task.never()`.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension AsyncStream {
  /// A stream without elements that ends only when the task is canceled.
  public static var never: Self { Self { _ in } }

  /// A stream that has ended.
  public static var finished: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream without elements that ends only when the task is canceled.
  public static var never: Self { Self { _ in } }

  /// Returns a stream that has ended.
  /// - Parameter error: The error with which the stream ends, if any.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
