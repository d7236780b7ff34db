import CairnBytes

/// A scene as a store keeps it: its snapshot, which is bytes to the store, and its revision.
public struct StoredScene: Hashable, Sendable {
  /// Names the scene among those of its session.
  public var mark: Mark
  /// Counts the scene's changes; a write says which revision it replaces.
  public var revision: UInt64
  /// The snapshot. A store neither reads it nor shows it in a message.
  public var payload: [UInt8]
  /// The latest time at which the scene was written or touched.
  public var lastUse: SessionTime

  public init(mark: Mark, revision: UInt64, payload: [UInt8], lastUse: SessionTime) {
    self.mark = mark
    self.revision = revision
    self.payload = payload
    self.lastUse = lastUse
  }

  /// The longest payload that a store has to take, in bytes: 64 MiB.
  public static let maximumPayload = 64 << 20
}

extension StoredScene: CustomStringConvertible {
  /// The scene without its payload, which belongs to a user and not into a log.
  public var description: String {
    "scene \(mark), revision \(revision), \(payload.count) bytes"
  }
}

extension StoredScene {
  /// Names a scene within its session: a text of 1 to 32 bytes of UTF-8, without a zero byte.
  ///
  /// A mark is never given twice in one session. Else a write that was meant for a scene that is
  /// gone could replace a later one which happens to have come to the same revision.
  public struct Mark: Hashable, Sendable {
    public let text: String

    /// The mark of a text; nil where the text is empty, too long or has a zero byte.
    public init?(_ text: String) {
      guard (1...Self.maximumLength).contains(text.utf8.count), !text.utf8.contains(0)
      else { return nil }
      self.text = text
    }

    /// The mark of a text that is known to be one.
    package init(known text: String) {
      self.text = text
    }

    /// The longest mark, in UTF-8 bytes.
    public static let maximumLength = 32
  }
}

extension StoredScene.Mark: Comparable {
  /// By their bytes, so that every store has the same order.
  public static func < (lesser: Self, greater: Self) -> Bool {
    lesser.text.utf8.lexicographicallyPrecedes(greater.text.utf8)
  }

  /// Marks are equal where their bytes are, whatever Unicode says of their texts.
  public static func == (one: Self, other: Self) -> Bool {
    one.text.hasSameBytes(as: other.text)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: text)
  }
}

extension StoredScene.Mark: CustomStringConvertible {
  public var description: String { text }
}
