/// A store could not do what it was asked. It is as it was, and goes on with what was last
/// committed.
///
/// The error says what is so and what to do about it, for a log. It holds nothing of what is
/// stored.
public struct SessionStoreError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// There is no room for more.
    case full
    /// Somebody else keeps the store locked.
    case busy
    /// What is stored can not be read (any more).
    case corrupt
    /// A later version of the store wrote what is stored.
    case newerVersion
    /// The file or the server is there, and is something else than a session store.
    case foreign
    /// The file or the server can not be opened, or not be written to.
    case inaccessible
    /// The transaction writes more than a session may have.
    case tooLarge
    /// The transaction contradicts itself: a mistake of the caller's.
    case invalid
    /// The store was closed.
    case closed
    /// Something else.
    case other
  }

  public var kind: Kind
  /// What is so, in a sentence, without anything of what is stored.
  public var reason: String
  /// What to do, in a sentence.
  public var advice: String

  public init(_ kind: Kind, reason: String, advice: String) {
    self.kind = kind
    self.reason = reason
    self.advice = advice
  }

  /// The same work may succeed later, without a change of the program.
  public var isTemporary: Bool { kind == .full || kind == .busy }

  /// The store is well: it was asked for what no store does.
  public var isRefusal: Bool { kind == .invalid || kind == .tooLarge }
}

extension SessionStoreError: CustomStringConvertible {
  public var description: String { "\(reason) \(advice)" }
}

extension SessionStoreError {
  /// The refusal of a transaction that has a `mistake`.
  public static func invalid(_ mistake: String) -> SessionStoreError {
    SessionStoreError(
      .invalid, reason: mistake,
      advice: "Nothing was stored. Report this as a mistake of the program.")
  }

  /// The refusal of a transaction that would give a session the id of another one.
  public static func isTaken(_ id: StoredSession.ID) -> SessionStoreError {
    .invalid("There is a session \(id), and another one was to have its id.")
  }

  /// The refusal of a store that was closed.
  public static let closed = SessionStoreError(
    .closed, reason: "The session store was closed.",
    advice: "Close it after the last request, or open another one.")
}
