import CMicroHTTPD
import Synchronization

/// A request that's answered later, and the connection that waits for the response.
final class PendingReply: Sendable {
  private enum State {
    /// There is no response, and no connection waits for one.
    case open
    /// The connection is suspended. It can't end before it's resumed, so the pointer is valid.
    case waiting(ConnectionPointer)
    /// The response is available, or `nil` if the reply was dropped.
    case answered(HTTPResponse?)
    /// The response was passed to the connection.
    case delivered
  }
  private let state = Mutex(State.open)

  /// Sets the response, from any thread. Only the first call has an effect.
  func answer(_ response: HTTPResponse?) {
    state.withLock { state in
      switch state {
      case .open:
        state = .answered(response)
      case .waiting(let connection):
        state = .answered(response)
        // Resume under the lock, so that code that sees the reply as answered also sees its connection resumed.
        MHD_resume_connection(connection.raw)
      case .answered, .delivered:
        break
      }
    }
  }

  enum Delivery {
    case response(HTTPResponse)
    case dropped
    /// There is no response yet, and the connection is suspended until there is one.
    case suspended
  }

  /// Returns the response for the connection, or suspends the connection. Call this on the connection's thread.
  func deliver(to connection: ConnectionPointer) -> Delivery {
    state.withLock { state in
      switch state {
      case .open, .waiting:
        state = .waiting(connection)
        MHD_suspend_connection(connection.raw)
        return .suspended
      case .answered(let response?):
        state = .delivered
        return .response(response)
      case .answered(nil), .delivered:
        state = .delivered
        return .dropped
      }
    }
  }
}
