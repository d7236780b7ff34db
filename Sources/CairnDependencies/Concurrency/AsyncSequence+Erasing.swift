extension AsyncSequence {
  /// The elements as a stream, which ends where the sequence ends or throws.
  ///
  /// An element is taken from the sequence when it is asked for; the first one begins the iteration.
  public func eraseToStream() -> AsyncStream<Element> where Self: Sendable, Element: Sendable {
    let elements = ErasedElements(self)
    return AsyncStream { try? await elements.next() }
  }

  /// The elements as a stream that throws what the sequence throws.
  ///
  /// An element is taken from the sequence when it is asked for; the first one begins the iteration.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error>
  where Self: Sendable, Element: Sendable {
    let elements = ErasedElements(self)
    return AsyncThrowingStream { try await elements.next() }
  }
}

/// The elements of a sequence, for who asks for one after another.
///
/// `@unchecked Sendable`: streams ask for one element at a time.
private final class ErasedElements<Base: AsyncSequence>: @unchecked Sendable {
  private let base: Base
  private var iterator: Base.AsyncIterator?

  init(_ base: Base) {
    self.base = base
  }

  func next() async throws -> Base.Element? {
    var iterator = iterator ?? base.makeAsyncIterator()
    defer { self.iterator = iterator }
    return try await iterator.next()
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
