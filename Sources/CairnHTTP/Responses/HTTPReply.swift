import Synchronization

/// The answer that a request is still waiting for.
///
/// It is sent once, from any thread; a second time is ignored. Dropped without being sent, it
/// answers 500.
public final class HTTPReply: Sendable {
  private let deliver: @Sendable (HTTPResponse?) -> Void
  private let isSent = Atomic(false)

  /// A reply that calls the closure: with the response, or with nil where the reply was dropped.
  public init(_ deliver: @escaping @Sendable (HTTPResponse?) -> Void) {
    self.deliver = deliver
  }

  deinit {
    if !isSent.load(ordering: .relaxed) { deliver(nil) }
  }

  /// Sends the response; false where one was sent before.
  @discardableResult
  public func send(_ response: HTTPResponse) -> Bool {
    guard !isSent.exchange(true, ordering: .relaxed) else { return false }
    deliver(response)
    return true
  }
}
