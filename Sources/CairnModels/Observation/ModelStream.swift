import CairnDependencies

/// What a model hears of: values of its state, or events, each once and in their order.
///
/// It begins when it is made, so that nothing is missed until somebody asks for the first element. It ends
/// when its model goes. It is for one reader; an effect that waits for the next element has settled.
public struct ModelStream<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  @usableFromInline let source: StreamSource<Element>

  @inlinable
  init(source: StreamSource<Element>) {
    self.source = source
  }

  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  /// Waits for one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let source: StreamSource<Element>

    @inlinable
    init(source: StreamSource<Element>) {
      self.source = source
    }

    @inlinable
    public mutating func next() async -> Element? {
      if let element = source.take() { return element }
      return await source.wait()
    }

    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> Element? {
      if let element = source.take() { return element }
      return await source.wait(isolation: actor)
    }
  }
}

/// The elements that nobody has taken yet.
///
/// `@unchecked Sendable`: everything is used under the store's lock, which whoever sends has anyway.
@usableFromInline
final class StreamSource<Element: Sendable>: @unchecked Sendable {
  @usableFromInline let core: ModelCore
  /// Called when nobody reads any more.
  private let onEnd: @Sendable () -> Void
  @usableFromInline var elements: [Element] = []
  /// How many of them were taken.
  @usableFromInline var taken = 0
  @usableFromInline var reader: StreamReader<Element>?
  @usableFromInline private(set) var isFinished = false

  @usableFromInline
  init(_ core: ModelCore, onEnd: @escaping @Sendable () -> Void) {
    self.core = core
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  /// Sends an element. Under the lock.
  @inlinable
  func send(_ element: Element) {
    guard !isFinished else { return }
    if reader == nil { elements.append(element) } else { resume(returning: element) }
  }

  /// Says that there will be no more. Under the lock.
  @usableFromInline
  func finish() {
    isFinished = true
    resume(returning: nil)
  }

  @usableFromInline
  func resume(returning element: Element?) {
    let waiting = reader
    reader = nil
    waiting?.resume(returning: element)
  }

  /// The next element, if it is there.
  @inlinable
  func take() -> Element? {
    let hasEntered = core.enter()
    defer { core.leave(hasEntered) }
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

  /// Waits for the next element; nil where there will be none.
  @usableFromInline
  func wait(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiting = StreamReader(continuation)
        core.locked {
          if let element = take() {
            waiting.resume(returning: element)
          } else if isFinished || Task.isCancelled {
            waiting.resume(returning: nil)
          } else {
            // A second reader takes the first one's place, which is told that there is nothing for it.
            resume(returning: nil)
            reader = waiting
          }
        }
      }
    } onCancel: {
      core.locked { resume(returning: nil) }
    }
  }
}

/// Who waits for the next element. The effect whose task it is has settled meanwhile, and works again as
/// soon as there is something for it: before it has its turn.
@usableFromInline
struct StreamReader<Element: Sendable>: Sendable {
  private let continuation: CheckedContinuation<Element?, Never>
  private let wait: EffectActivity.Wait?

  init(_ continuation: CheckedContinuation<Element?, Never>) {
    self.continuation = continuation
    wait = EffectActivity.beginWait()
  }

  func resume(returning element: Element?) {
    wait?.end()
    continuation.resume(returning: element)
  }
}
