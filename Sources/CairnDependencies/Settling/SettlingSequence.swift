extension AsyncSequence {
  /// The same elements; an effect that waits for one of them has settled.
  ///
  /// A page waits a moment for effects that work, so that it shows what they bring. Nobody knows when
  /// the next message comes, so waiting for it is no work:
  ///
  /// ```swift
  /// import Cairn
  ///
  /// func relay(_ messages: AsyncStream<String>, to show: (String) async -> Void) async {
  ///   for await message in messages.settling() { await show(message) }
  /// }
  /// ```
  /// An observation that begins with what is there loads its first element, and a page that shows it
  /// has to wait for that: `observation.settling(after: 1)`.
  ///
  /// The ticks of `clock.timer(interval:)` and the values of a `@Shared` need no such word.
  /// - Parameter count: For how many elements waiting still is work.
  public func settling(after count: Int = 0) -> SettlingSequence<Self> {
    SettlingSequence(base: self, count: count)
  }
}

/// The elements of another sequence; an effect that waits for one of them has settled.
public struct SettlingSequence<Base: AsyncSequence>: AsyncSequence {
  public typealias Element = Base.Element
  public typealias Failure = Base.Failure

  let base: Base
  let count: Int

  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), left: count)
  }

  /// Waits for one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    /// For how many elements waiting still is work.
    var left: Int

    public mutating func next() async throws(Base.Failure) -> Base.Element? {
      try await next(isolation: #isolation)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      let wait = left > 0 ? nil : EffectActivity.beginWait()
      defer { wait?.end() }
      left = Swift.max(0, left - 1)
      return try await base.next(isolation: actor)
    }
  }
}

extension SettlingSequence: Sendable where Base: Sendable {}
