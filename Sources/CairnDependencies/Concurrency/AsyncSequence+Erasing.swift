extension AsyncSequence {
  /// Returns a stream of the elements, which ends if the sequence ends or throws.
  ///
  /// The stream takes an element from the sequence when it's requested. The first request starts the iteration.
  public func eraseToStream() -> AsyncStream<Element> where Self: Sendable, Element: Sendable {
    let elements = ErasedElements(self)
    return AsyncStream { try? await elements.next() }
  }

  /// Returns a stream of the elements, which throws the errors of the sequence.
  ///
  /// The stream takes an element from the sequence when it's requested. The first request starts the iteration.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error>
  where Self: Sendable, Element: Sendable {
    let elements = ErasedElements(self)
    return AsyncThrowingStream { try await elements.next() }
  }
}

/// An iterator over the elements of a sequence.
///
/// `@unchecked Sendable`: Streams request one element at a time.
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
  /// The task's value. If the waiting task is canceled, this task is canceled as well.
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
  /// The task's value. If the waiting task is canceled, this task is canceled as well.
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
  /// Creates a stream of a sequence's elements, which ends if the sequence ends or throws.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    self = sequence.eraseToStream()
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// Creates a stream of a sequence's elements, which throws the errors of the sequence.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    self = sequence.eraseToThrowingStream()
  }
}
