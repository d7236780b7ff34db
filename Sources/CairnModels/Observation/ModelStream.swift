import CairnDependencies
import Synchronization

/// What a model hears of: values of its state, or events, each once and in their order.
///
/// It begins when it is made, so that nothing is missed until somebody asks for the first element. It ends
/// when its model goes. It is for one reader; an effect that waits for the next element has settled.
public struct ModelStream<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  let source: StreamSource<Element>

  public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  /// Waits for one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let source: StreamSource<Element>

    public mutating func next() async -> Element? { await source.next() }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> Element? {
      await source.next(isolation: actor)
    }
  }
}

/// The elements that nobody has taken yet.
final class StreamSource<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    /// How many of them were taken.
    var taken = 0
    var isFinished = false
    var reader: CheckedContinuation<Element?, Never>?

    mutating func take() -> Element? {
      guard taken < elements.count else { return nil }
      defer {
        taken += 1
        if taken == elements.count {
          elements.removeAll(keepingCapacity: taken < 64)
          taken = 0
        }
      }
      return elements[taken]
    }
  }

  private let state = Mutex(State())
  /// Called when nobody reads any more.
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  func send(_ element: Element) {
    let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
      guard !state.isFinished else { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.elements.append(element)
      return nil
    }
    reader?.resume(returning: element)
  }

  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
    if let element = state.withLock({ $0.take() }) { return element }
    let wait = EffectActivity.beginWait()
    defer { wait?.end() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Element?? = state.withLock { state in
          if let element = state.take() { return .some(element) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          // A second reader takes the first one's place, which is told that there is nothing for it.
          state.reader?.resume(returning: nil)
          state.reader = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(returning: nil)
    }
  }
}
