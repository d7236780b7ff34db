import CairnDependencies
public import CairnFeatures

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
/// It has a lock of its own, which is held for moments and never while anything is called: a task is
/// cancelled under a lock of the runtime's, which who resumes the task under the store's lock may want too.
///
/// `@unchecked Sendable`: everything is used under that lock.
@usableFromInline
final class StreamSource<Element: Sendable>: @unchecked Sendable {
  @usableFromInline let lock = ThreadLock()
  /// Called when nobody reads any more.
  private let onEnd: @Sendable () -> Void
  /// In one piece, so that each use is one access.
  @usableFromInline var state = State()

  @usableFromInline
  struct State {
    @usableFromInline var elements: [Element] = []
    /// How many of them were taken.
    @usableFromInline var taken = 0
    @usableFromInline var isFinished = false
    var reader: StreamReader<Element>? { didSet { isAwaited = reader != nil } }
    /// Whether there is a reader: asked for each element, sooner than for itself, whose type is generic.
    @usableFromInline private(set) var isAwaited = false

    @usableFromInline
    init() {}

    /// Keeps an element; answers whether somebody waits for it.
    @inlinable
    mutating func append(_ element: Element) -> Bool {
      if !isFinished { elements.append(element) }
      return isAwaited
    }

    @inlinable
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

    mutating func takeReader() -> StreamReader<Element>? {
      defer { reader = nil }
      return reader
    }
  }

  @usableFromInline
  init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  /// Sends an element.
  @inlinable
  func send(_ element: Element) {
    lock.lock()
    let isAwaited = state.append(element)
    lock.unlock()
    if isAwaited { wake() }
  }

  /// Gives who waits what is there.
  @usableFromInline
  func wake() {
    let (waiting, element) = lock.withLock {
      state.reader == nil ? (nil, nil) : (state.takeReader(), state.take())
    }
    waiting?.resume(returning: element)
  }

  /// Says that there will be no more.
  @usableFromInline
  func finish() {
    lock.withLock { state.isFinished = true }
    turnAway()
  }

  /// Tells who waits that there is nothing.
  private func turnAway() {
    let waiting = lock.withLock { state.takeReader() }
    waiting?.resume(returning: nil)
  }

  /// The next element, if it is there.
  @inlinable
  func take() -> Element? {
    lock.lock()
    defer { lock.unlock() }
    return state.take()
  }

  /// Waits for the next element; nil where there will be none.
  @usableFromInline
  func wait(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiting = StreamReader(continuation)
        // A second reader takes the first one's place, which is told that there is nothing for it.
        turnAway()
        let answer: Element?? = lock.withLock {
          if let element = state.take() { return .some(element) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          state.reader = waiting
          return nil
        }
        if let answer { waiting.resume(returning: answer) }
      }
    } onCancel: {
      turnAway()
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
    wait = EffectActivity.beginWait(isListening: true)
  }

  @usableFromInline
  func resume(returning element: Element?) {
    wait?.end()
    continuation.resume(returning: element)
  }
}
