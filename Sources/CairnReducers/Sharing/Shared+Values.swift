import CairnDependencies
import Synchronization

extension Shared where Value: Sendable {
  /// The current value, followed by each different value, until the waiting task is canceled.
  ///
  /// ```swift
  /// for await count in state.$count.values { … }
  /// ```
  ///
  /// Values that can't be compared are sent after every change. Changes that are close together may arrive as one.
  public var values: AsyncStream<Value> { reference.values }
}

extension SharedReference where Value: Sendable {
  var values: AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let sender = SharedValueSender(self, continuation)
    let subscription = root.subscribe { sender.send() }
    continuation.onTermination = { _ in subscription.cancel() }
    sender.send()
    // The time of the next change isn't known, so an effect that waits for it has settled.
    return AsyncStream {
      let wait = EffectActivity.beginWait()
      defer { wait?.end() }
      var values = stream.makeAsyncIterator()
      return await values.next()
    }
  }
}

/// Sends the changes of a value to a stream.
private final class SharedValueSender<Value: Sendable>: Sendable {
  private let reference: any SharedReference<Value>
  private let continuation: AsyncStream<Value>.Continuation
  private let last = Mutex<Value?>(nil)

  init(_ reference: any SharedReference<Value>, _ continuation: AsyncStream<Value>.Continuation) {
    self.reference = reference
    self.continuation = continuation
  }

  func send() {
    // Reading and sending are one step, so that the latest change is always sent last.
    last.withLock { last in
      let value = reference.value
      if let last, SharedEquality.areKnownEqual(last, value) { return }
      last = value
      continuation.yield(value)
    }
  }
}
