import CairnDependencies
public import CairnFeatures

/// A stream of values of a model's state, or of events. It delivers each of them once and in order.
///
/// A stream begins when it's created, and keeps elements until they are read. It ends when its model is
/// removed. Only one reader can use it. An effect that waits for the next element counts as settled.
public struct ModelStream<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  @usableFromInline let source: StreamSource<Element>

  @inlinable
  init(source: StreamSource<Element>) {
    self.source = source
  }

  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  /// An iterator that waits for each element of a ``ModelStream``.
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

/// A queue of the elements that haven't been read yet.
///
/// It has its own lock, which is held only briefly and never during calls. A task is canceled under a lock of
/// the runtime. Code that resumes the task under the store's lock may need that lock too.
///
/// `@unchecked Sendable`: Everything is used under its own lock.
@usableFromInline
final class StreamSource<Element: Sendable>: @unchecked Sendable {
  @usableFromInline let lock = ThreadLock()
  /// Called after the last reader has released the source.
  private let onEnd: @Sendable () -> Void
  /// The state in one property, so that each use is a single access.
  @usableFromInline var state = State()

  @usableFromInline
  struct State {
    @usableFromInline var elements: [Element] = []
    /// The number of elements that have been read.
    @usableFromInline var taken = 0
    @usableFromInline var isFinished = false
    var reader: StreamReader<Element>? { didSet { isAwaited = reader != nil } }
    /// Whether a task waits for an element.
    ///
    /// It's checked for each element. That's faster than checking `reader`, whose type is generic.
    @usableFromInline private(set) var isAwaited = false

    @usableFromInline
    init() {}

    /// Adds an element.
    /// - Returns: Whether a task waits for it.
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

  /// Resumes the waiting task with the next element.
  @usableFromInline
  func wake() {
    let (waiting, element) = lock.withLock {
      state.reader == nil ? (nil, nil) : (state.takeReader(), state.take())
    }
    waiting?.resume(returning: element)
  }

  /// Ends the stream.
  @usableFromInline
  func finish() {
    lock.withLock { state.isFinished = true }
    turnAway()
  }

  /// Resumes the waiting task with `nil`.
  private func turnAway() {
    let waiting = lock.withLock { state.takeReader() }
    waiting?.resume(returning: nil)
  }

  /// Removes and returns the next element, if there is one.
  @inlinable
  func take() -> Element? {
    lock.lock()
    defer { lock.unlock() }
    return state.take()
  }

  /// Waits for the next element. Returns `nil` if the stream has ended or the task was canceled.
  @usableFromInline
  func wait(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiting = StreamReader(continuation)
        // A second reader replaces the first one, which receives `nil`.
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

/// A task that waits for the next element.
///
/// The task's effect counts as settled during the wait. It counts as working again when an element arrives,
/// before the task runs.
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
