import CairnHTTP
import Synchronization

/// An answer that may come at once, or after the connection was put to wait.
final class PendingAnswer: Sendable {
  private enum State: Sendable {
    case open
    case waiting(HTTPReply)
    case answered(HTTPResponse)
    case done
  }

  private let state = Mutex(State.open)

  /// Gives the answer; the first one counts.
  func fulfil(_ response: HTTPResponse) {
    let reply: HTTPReply? = state.withLock { state in
      switch state {
      case .open:
        state = .answered(response)
        return nil
      case .waiting(let reply):
        state = .done
        return reply
      case .answered, .done:
        return nil
      }
    }
    reply?.send(response)
  }

  /// Gives the answer that is there now, or comes later.
  func fulfil(_ answer: HTTPAnswer) {
    switch answer {
    case .now(let response): fulfil(response)
    case .later(let begin):
      begin(HTTPReply { [self] in fulfil($0 ?? HTTPResponse(status: .internalServerError)) })
    }
  }

  /// What the server is told: the response, if it is there, else that it will come.
  var answer: HTTPAnswer {
    if let response = take() { return .now(response) }
    return .later { [self] reply in
      let response: HTTPResponse? = state.withLock { state in
        if case .answered(let response) = state {
          state = .done
          return response
        }
        state = .waiting(reply)
        return nil
      }
      if let response { reply.send(response) }
    }
  }

  private func take() -> HTTPResponse? {
    state.withLock { state in
      guard case .answered(let response) = state else { return nil }
      state = .done
      return response
    }
  }
}
