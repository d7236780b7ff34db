import CairnBytes

extension StoredSession {
  /// Whose a session is, such as the id of the user who has signed in: a text of 1 to 256 bytes of
  /// UTF-8.
  ///
  /// All sessions of an owner can be removed at once. Two owners are equal where their bytes are.
  public struct Owner: Sendable {
    public let text: String

    /// The owner of a text; nil where it is empty or too long.
    public init?(_ text: String) {
      guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
      self.text = text
    }

    /// The owner of a text that is known to be one.
    package init(known text: String) {
      self.text = text
    }

    /// The longest text, in UTF-8 bytes.
    public static let maximumLength = 256

    /// The text's UTF-8.
    package var bytes: [UInt8] { Array(text.utf8) }
  }
}

extension StoredSession.Owner: Hashable {
  /// By bytes, whatever Unicode says of the texts.
  public static func == (one: Self, other: Self) -> Bool {
    one.text.hasSameBytes(as: other.text)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: text)
  }
}

extension StoredSession.Owner: CustomStringConvertible, CustomDebugStringConvertible {
  /// The owner without the text, which belongs to a user and not into a log.
  public var description: String { "owner, \(text.utf8.count) bytes" }
  public var debugDescription: String { description }
}
