import Cairn
import Logging

/// A message to a member.
struct Mail: Equatable, Sendable {
  let recipient: String
  let subject: String
  let text: String
}

/// Sends messages.
///
/// `send` puts a message in a queue and returns immediately. Otherwise, the time of a response would show whether a
/// message was sent, and with that, whether an account exists.
struct MailClient: Sendable {
  var send: @Sendable (Mail) -> Void
}

extension MailClient: TestDependencyKey {
  /// Discards all messages.
  static let testValue = MailClient { _ in }

  /// Writes messages to the log instead of sending them, because this is a sample.
  ///
  /// Don't do this in an application, because everyone who reads the log could then choose a new password.
  static func log(_ logger: Logger) -> MailClient {
    MailClient { mail in
      logger.notice("This sample doesn't send mail. To \(mail.recipient): \(mail.text)")
    }
  }
}

extension DependencyValues {
  /// Sends messages to members.
  var mail: MailClient {
    get { self[MailClient.self] }
    set { self[MailClient.self] = newValue }
  }
}
