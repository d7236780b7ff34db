import CMicroHTTPD
import Synchronization

/// A request whose answer comes later, and the connection that waits for it.
final class PendingReply: Sendable {
  private enum State {
    /// Neither answered nor waiting.
    case open
    /// The connection is suspended. It can not end before it is resumed, so the pointer is good.
    case waiting(ConnectionPointer)
    /// The answer is here; nil where the reply was dropped.
    case answered(HTTPResponse?)
    /// The answer went to the connection.
    case delivered
  }
  private let state = Mutex(State.open)

  /// Takes the answer, from any thread; anything but the first is ignored.
  func answer(_ response: HTTPResponse?) {
    state.withLock { state in
      switch state {
      case .open:
        state = .answered(response)
      case .waiting(let connection):
        state = .answered(response)
        // Under the lock, so that who finds the reply answered also finds its connection resumed.
        MHD_resume_connection(connection.raw)
      case .answered, .delivered:
        break
      }
    }
  }

  enum Delivery {
    case response(HTTPResponse)
    case dropped
    /// There is no answer yet: the connection is suspended until there is.
    case suspended
  }

  /// Takes the answer for the connection, on its thread, or suspends it.
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
