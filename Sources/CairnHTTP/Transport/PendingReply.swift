import CMicroHTTPD
import Synchronization

/// A request that's answered later, and the connection that waits for the response.
final class PendingReply: Sendable {
  private enum State {
    /// There is no response, and no connection waits for one.
    case open
    /// The connection is suspended. It can't end before it's resumed, so the pointer is valid.
    case waiting(ConnectionPointer)
    /// The outcome is available.
    case settled(Outcome)
    /// The outcome was passed to the connection.
    case delivered
  }
  private let state = Mutex(State.open)
  /// The body that's still arriving, which isn't read any more when there is a response.
  private let body: RequestBodyPipe?

  init(body: RequestBodyPipe? = nil) {
    self.body = body
  }

  /// How the wait for a response ends.
  enum Outcome {
    case response(HTTPResponse)
    /// The reply was dropped without a response.
    case dropped
    /// The server stops, and doesn't wait any longer.
    case canceled
  }

  /// Ends the wait, from any thread. Only the first call has an effect.
  func settle(_ outcome: Outcome) {
    state.withLock { state in
      switch state {
      case .open:
        state = .settled(outcome)
      case .waiting(let connection):
        state = .settled(outcome)
        // Resume under the lock, so that code that sees the reply as settled also sees its connection resumed.
        MHD_resume_connection(connection.raw)
      case .settled, .delivered:
        break
      }
    }
    body?.discard()
  }

  /// Returns the outcome for the connection. If there is none yet, suspends the connection until there is one, and
  /// returns `nil`. Call this on the connection's thread.
  func deliver(to connection: ConnectionPointer) -> Outcome? {
    state.withLock { state in
      switch state {
      case .open, .waiting:
        state = .waiting(connection)
        MHD_suspend_connection(connection.raw)
        return nil
      case .settled(let outcome):
        state = .delivered
        return outcome
      case .delivered:
        return .dropped
      }
    }
  }
}
