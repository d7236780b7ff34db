import CairnDependencies
import Synchronization

extension Shared where Value: Sendable {
  /// The value now, and then each that is another than the one before, until the task that waits for
  /// them is cancelled.
  ///
  /// ```swift
  /// for await count in state.$count.values { … }
  /// ```
  /// What cannot be compared comes after each change. Changes that meet in time may come as one.
  public var values: AsyncStream<Value> { reference.values }
}

extension SharedReference where Value: Sendable {
  var values: AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let teller = SharedTeller(self, continuation)
    let subscription = root.subscribe { teller.tell() }
    continuation.onTermination = { _ in subscription.cancel() }
    teller.tell()
    // Nobody knows when it changes next, so an effect that waits for that has settled.
    return AsyncStream {
      let wait = EffectActivity.beginWait()
      defer { wait?.end() }
      var values = stream.makeAsyncIterator()
      return await values.next()
    }
  }
}

/// Tells a stream of the changes of a value.
private final class SharedTeller<Value: Sendable>: Sendable {
  private let reference: any SharedReference<Value>
  private let continuation: AsyncStream<Value>.Continuation
  private let last = Mutex<Value?>(nil)

  init(_ reference: any SharedReference<Value>, _ continuation: AsyncStream<Value>.Continuation) {
    self.reference = reference
    self.continuation = continuation
  }

  func tell() {
    // Reading and telling in one, so that of two changes the later is told last.
    last.withLock { last in
      let value = reference.value
      if let last, SharedEquality.areKnownEqual(last, value) { return }
      last = value
      continuation.yield(value)
    }
  }
}
