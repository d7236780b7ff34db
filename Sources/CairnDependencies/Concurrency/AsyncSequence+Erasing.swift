extension AsyncSequence {
  /// The elements as a stream, which ends where the sequence ends or throws.
  public func eraseToStream() -> AsyncStream<Element> where Self: Sendable, Element: Sendable {
    AsyncStream { continuation in
      let task = Task {
        do { for try await element in self { continuation.yield(element) } } catch {}
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The elements as a stream that throws what the sequence throws.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error>
  where Self: Sendable, Element: Sendable {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          for try await element in self { continuation.yield(element) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension Task where Failure == Never {
  /// The task's value. Who is cancelled while it waits cancels the task.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == any Error {
  /// The task's value. Who is cancelled while it waits cancels the task.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension AsyncStream where Element: Sendable {
  /// The elements of a sequence, as a stream that ends where the sequence ends or throws.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    self = sequence.eraseToStream()
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// The elements of a sequence, as a stream that throws what the sequence throws.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    self = sequence.eraseToThrowingStream()
  }
}
