import CairnReducers
import Logging
import Synchronization

/// Logs the values of sessions that aren't stored or couldn't be read. Each message is logged once for all sessions.
final class SessionValueLog: Sendable {
  private let logger: Logger
  private let told = Mutex<Set<String>>([])

  /// The maximum number of messages. Keys can depend on what users do, so their number isn't limited otherwise.
  private static let limit = 256

  init(logger: Logger) {
    self.logger = logger
  }

  func note(_ problem: CodedSessionValues.Problem) {
    switch problem {
    case .notCodable(let key, let type):
      tell(
        """
        The session value '\(key)' is not stored: '\(type)' is not 'Codable'. It stays in memory, and \
        ends with the process. Make it 'Codable', and what it holds.
        """)
    case .unwritable(let key, let type):
      tell(
        """
        The session value '\(key)' is not stored: its '\(type)' could not be encoded. It stays in \
        memory, and ends with the process. Mend its 'Codable' conformance.
        """)
    case .unreadable(let key, let type):
      tell(
        """
        The session value '\(key)' can not be read as '\(type)' any more, so its default is used. To \
        keep what is stored of a value that changes its type, give it a key of its own, or decode both.
        """)
    }
  }

  func note(tooLarge keys: Set<String>) {
    for key in keys.sorted() {
      tell(
        """
        The session value '\(key)' is not stored: the values of a session have more than \
        \(SessionValuePayload.limit) bytes, and this is the largest. It stays in memory, and ends with \
        the process. Keep it in a file or a database, under '@Dependency(\\.session)'.
        """)
    }
  }

  func noteUnknownPayload() {
    tell(
      "The values of a session are of another version of the server, so their defaults are used.")
  }

  private func tell(_ message: String) {
    let isNews = told.withLock { told in
      told.count < Self.limit && told.insert(message).inserted
    }
    if isNews { logger.warning("\(message)") }
  }
}
