import Synchronization

/// Makes the producer of a response wait until the response has a reader.
final class StreamGate: Sendable {
  private enum State {
    case closed
    case awaited(CheckedContinuation<HTTPStream?, Never>)
    case open(HTTPStream?)
  }
  private let state = Mutex(State.closed)

  /// Lets the producer begin, or ends it if there is no stream. Only the first call has an effect.
  func open(to stream: HTTPStream?) {
    let continuation = state.withLock { state -> CheckedContinuation<HTTPStream?, Never>? in
      switch state {
      case .closed: state = .open(stream)
      case .awaited(let continuation):
        state = .open(nil)
        return continuation
      case .open: break
      }
      return nil
    }
    continuation?.resume(returning: stream)
  }

  /// Waits for the stream, or for `nil`. Call this once.
  func stream() async -> HTTPStream? {
    await withCheckedContinuation { continuation in
      let opened = state.withLock { state -> HTTPStream?? in
        guard case .open(let stream) = state else {
          state = .awaited(continuation)
          return nil
        }
        state = .open(nil)
        return .some(stream)
      }
      if let opened { continuation.resume(returning: opened) }
    }
  }
}
