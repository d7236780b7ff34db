import CairnSecurity
import CairnTexts

extension SceneRuntime {
  /// The maximum number of the application's messages in a notice. Above the limit, the oldest are left out.
  private static let messageLimit = 5

  /// Adds a message of a feature to the notice. A message that the notice already contains isn't repeated.
  func flash(_ message: String) {
    let text = UserText.verbatim(message)
    guard !message.isEmpty, !durable.notice.contains(text) else { return }
    durable.notice.append(text)
    unseenMessages.append(UnseenMessage(text: text))
    let messages = messages
    guard messages.count > Self.messageLimit, let oldest = messages.first else { return }
    durable.notice.removeAll { $0 == oldest }
    unseenMessages.removeAll { $0.text == oldest }
  }

  /// The application's messages in the notice.
  var messages: [UserText] { durable.notice.filter(\.isVerbatim) }

  /// Removes the notice for an action of the user, except for messages that no page has shown.
  ///
  /// Without the script, an effect may have sent a message after the page was made from which the user acts. Another
  /// server may have made that page.
  func clearNotice(for page: PageToken) {
    unseenMessages.removeAll { $0.sent < page.issued }
    durable.notice = unseenMessages.map(\.text)
  }
}

/// A flash message that no page of this server has shown yet.
struct UnseenMessage {
  let text: UserText
  /// The time of the message, on the clock of ``PageToken/issued``.
  let sent = IssueClock.next()
}

extension UserText {
  fileprivate var isVerbatim: Bool {
    if case .verbatim = self { true } else { false }
  }
}
