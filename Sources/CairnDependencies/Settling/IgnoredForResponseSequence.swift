extension AsyncSequence {
  /// Returns a sequence of the same elements, for which responses to forms don't wait.
  ///
  /// A response waits briefly for effects that are working, so that the page shows their results. The next
  /// message may take any length of time, so waiting for it isn't work:
  ///
  /// ```swift
  /// import Cairn
  ///
  /// func relay(_ messages: AsyncStream<String>, to show: (String) async -> Void) async {
  ///   for await message in messages.ignoredForResponse() { await show(message) }
  /// }
  /// ```
  /// An observation that begins with the current value loads its first element. Use
  /// `observation.ignoredForResponse(after: 1)` if the page should wait for that element.
  ///
  /// You don't need this method for the ticks of `clock.timer(interval:)` or for the values of a `@Shared`.
  /// - Parameter count: The number of first elements for which waiting still counts as work.
  public func ignoredForResponse(after count: Int = 0) -> IgnoredForResponseSequence<Self> {
    IgnoredForResponseSequence(base: self, count: count)
  }
}

/// A sequence of another sequence's elements. A response doesn't wait for an effect that waits for an element.
public struct IgnoredForResponseSequence<Base: AsyncSequence>: AsyncSequence {
  public typealias Element = Base.Element
  public typealias Failure = Base.Failure

  let base: Base
  let count: Int

  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), left: count)
  }

  /// An iterator that waits for each element.
  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    /// The number of elements for which waiting still counts as work.
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

extension IgnoredForResponseSequence: Sendable where Base: Sendable {}
