import CairnDependencies
public import Synchronization

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
@usableFromInline
final class StreamSource<Element: Sendable>: Sendable {
  @usableFromInline
  struct State {
    @usableFromInline var elements: [Element] = []
    /// How many of them were taken.
    @usableFromInline var taken = 0
    @usableFromInline var isFinished = false
    @usableFromInline var reader: StreamReader<Element>? {
      didSet { isAwaited = reader != nil }
    }
    /// Whether there is a reader: asked for each element, sooner than for itself.
    @usableFromInline private(set) var isAwaited = false

    @usableFromInline
    init() {}

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
  }

  @usableFromInline let state: Mutex<State>
  /// Called when nobody reads any more.
  private let onEnd: @Sendable () -> Void

  @usableFromInline
  init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
    state = Mutex(State())
  }

  deinit { onEnd() }

  @inlinable
  func send(_ element: Element) {
    let isAwaited = state.withLock { state in
      if !state.isFinished { state.elements.append(element) }
      return state.isAwaited
    }
    if isAwaited { wake() }
  }

  /// Gives who waits what is there.
  @usableFromInline
  func wake() {
    let (reader, element) = state.withLock { state in
      defer { state.reader = nil }
      return (state.reader, state.reader == nil ? nil : state.take())
    }
    reader?.resume(returning: element)
  }

  @usableFromInline
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  /// The next element, if it is there.
  @inlinable
  func take() -> Element? { state.withLock { $0.take() } }

  /// Waits for the next element; nil where there will be none.
  @usableFromInline
  func wait(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let reader = StreamReader(continuation)
        let answer: Element?? = state.withLock { state in
          if let element = state.take() { return .some(element) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          // A second reader takes the first one's place, which is told that there is nothing for it.
          state.reader?.resume(returning: nil)
          state.reader = reader
          return nil
        }
        if let answer { reader.resume(returning: answer) }
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
