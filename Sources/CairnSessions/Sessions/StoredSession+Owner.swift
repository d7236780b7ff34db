import CairnBytes

extension StoredSession {
  /// The owner of a session, such as the ID of the signed-in user, as a string of 1 to 256 UTF-8 bytes.
  ///
  /// All sessions of an owner can be removed at once. Owners are equal if their bytes are equal.
  public struct Owner: Sendable {
    /// The text that identifies the owner.
    public let text: String

    /// Creates an owner, or returns `nil` if the text is empty or too long.
    public init?(_ text: String) {
      guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
      self.text = text
    }

    /// Creates an owner from a text that's known to be valid.
    package init(known text: String) {
      self.text = text
    }

    /// The maximum length of the text in UTF-8 bytes.
    public static let maximumLength = 256

    /// The UTF-8 bytes of the text.
    package var bytes: [UInt8] { Array(text.utf8) }
  }
}

extension StoredSession.Owner: Hashable {
  /// Compares owners by their bytes, without regard to Unicode equivalence.
  public static func == (one: Self, other: Self) -> Bool {
    one.text.hasSameBytes(as: other.text)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: text)
  }
}

extension StoredSession.Owner: CustomStringConvertible, CustomDebugStringConvertible {
  /// A description without the text, because user data doesn't belong in a log.
  public var description: String { "owner, \(text.utf8.count) bytes" }
  public var debugDescription: String { description }
}
