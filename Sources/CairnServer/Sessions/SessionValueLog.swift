import CairnReducers
import Logging
import Synchronization

/// Logs the values of sessions that aren't stored or couldn't be read. Each message is logged once for all sessions.
final class SessionValueLog: Sendable {
  private let logger: Logger
  private let logged = Mutex<Set<String>>([])

  /// The maximum number of messages. Keys can depend on what users do, so their number isn't limited otherwise.
  private static let limit = 256

  init(logger: Logger) {
    self.logger = logger
  }

  func note(_ problem: CodedSessionValues.Problem) {
    switch problem {
    case .notCodable(let key, let type):
      logOnce(
        """
        The session value '\(key)' isn't stored, because '\(type)' isn't 'Codable'. It stays in memory, and is \
        lost when the process ends. Make the type and its contents 'Codable'.
        """)
    case .unwritable(let key, let type):
      logOnce(
        """
        The session value '\(key)' isn't stored, because its '\(type)' couldn't be encoded. It stays in \
        memory, and is lost when the process ends. Fix its 'Codable' conformance.
        """)
    case .unreadable(let key, let type):
      logOnce(
        """
        The session value '\(key)' can't be decoded as '\(type)', so its default is used. If you \
        changed its type, use a new key, or decode the old type too.
        """)
    }
  }

  func note(tooLarge keys: Set<String>) {
    for key in keys.sorted() {
      logOnce(
        """
        The session value '\(key)' isn't stored: the values of the session exceed \
        \(SessionValuePayload.limit) bytes, and this is the largest. It stays in memory, and is lost when \
        the process ends. Keep it in a file or a database, under the ID in '@Dependency(\\.session)'.
        """)
    }
  }

  func noteUnknownPayload() {
    logOnce(
      "A session's values were stored by another version of the server, so their defaults are used."
    )
  }

  private func logOnce(_ message: String) {
    let isNews = logged.withLock { logged in
      logged.count < Self.limit && logged.insert(message).inserted
    }
    if isNews { logger.warning("\(message)") }
  }
}
