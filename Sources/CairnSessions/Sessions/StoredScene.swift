import CairnBytes

/// A scene as a store keeps it, with its snapshot as opaque bytes and its revision.
public struct StoredScene: Hashable, Sendable {
  /// The ID of the scene within its session.
  public var mark: Mark
  /// The revision of the scene, which changes with each write. A write names the revision that it replaces.
  public var revision: UInt64
  /// The snapshot. A store never reads it, and never includes it in a message.
  public var payload: [UInt8]
  /// The latest time at which the scene was written or touched.
  public var lastUse: SessionTime

  /// Creates a scene.
  public init(mark: Mark, revision: UInt64, payload: [UInt8], lastUse: SessionTime) {
    self.mark = mark
    self.revision = revision
    self.payload = payload
    self.lastUse = lastUse
  }

  /// The largest payload that a store must accept, which is 64 MiB.
  public static let maximumPayload = 64 << 20
}

extension StoredScene: CustomStringConvertible {
  /// A description without the payload, because user data doesn't belong in a log.
  public var description: String {
    "scene \(mark), revision \(revision), \(payload.count) bytes"
  }
}

extension StoredScene {
  /// The ID of a scene within its session, which is a string of 1 to 32 UTF-8 bytes without a zero byte.
  ///
  /// An ID is never reused within a session. Otherwise, a write for a removed scene could replace a later scene that
  /// happens to have the same revision.
  public struct Mark: Hashable, Sendable {
    /// The text of the ID.
    public let text: String

    /// Creates an ID, or returns `nil` if the text is empty, is too long, or contains a zero byte.
    public init?(_ text: String) {
      guard (1...Self.maximumLength).contains(text.utf8.count), !text.utf8.contains(0)
      else { return nil }
      self.text = text
    }

    /// Creates an ID from a text that's known to be valid.
    package init(known text: String) {
      self.text = text
    }

    /// The maximum length of an ID in UTF-8 bytes.
    public static let maximumLength = 32
  }
}

extension StoredScene.Mark: Comparable {
  /// Compares IDs by their bytes, so that every store has the same order.
  public static func < (lesser: Self, greater: Self) -> Bool {
    lesser.text.utf8.lexicographicallyPrecedes(greater.text.utf8)
  }

  /// Compares IDs by their bytes, without regard to Unicode equivalence.
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
