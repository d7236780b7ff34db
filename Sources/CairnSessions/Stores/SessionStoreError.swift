/// An error of a session store. The store is unchanged and continues with the last committed state.
///
/// The error describes the problem and its solution for a log. It doesn't contain stored data.
public struct SessionStoreError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Kind: Hashable, Sendable {
    /// The store has no room for more data.
    case full
    /// Another process or connection has locked the store.
    case busy
    /// The stored data can't be read, or can no longer be read.
    case corrupt
    /// The data was written by a newer version of the store.
    case newerVersion
    /// The file or server exists, but isn't a session store.
    case foreign
    /// The file or server can't be opened or written to.
    case inaccessible
    /// The transaction writes more than the limit for a session.
    case tooLarge
    /// The transaction is inconsistent, which is a programming error of the caller.
    case invalid
    /// The store is closed.
    case closed
    /// Any other error.
    case other
  }

  /// The kind of the error.
  public var kind: Kind
  /// A sentence that describes the problem. It doesn't contain stored data.
  public var reason: String
  /// A sentence that describes the solution.
  public var recoverySuggestion: String

  /// Creates an error.
  public init(_ kind: Kind, reason: String, recoverySuggestion: String) {
    self.kind = kind
    self.reason = reason
    self.recoverySuggestion = recoverySuggestion
  }

  /// Whether the operation may succeed later without a change to the program.
  public var isTemporary: Bool { kind == .full || kind == .busy }

  /// Whether the store works, and the request was one that every store rejects.
  public var isRefusal: Bool { kind == .invalid || kind == .tooLarge }
}

extension SessionStoreError: CustomStringConvertible {
  public var description: String { "\(reason) \(recoverySuggestion)" }
}

extension SessionStoreError {
  /// Returns the error for a transaction that has a ``SessionTransaction/mistake``.
  public static func invalid(_ mistake: String) -> SessionStoreError {
    SessionStoreError(
      .invalid, reason: mistake,
      recoverySuggestion: "Nothing was stored. Report this as a bug in the program.")
  }

  /// Returns the error for a transaction that would give a session the ID of another session.
  public static func isTaken(_ id: StoredSession.ID) -> SessionStoreError {
    .invalid("The ID \(id) is already used by another session.")
  }

  /// The error of a closed store.
  public static let closed = SessionStoreError(
    .closed, reason: "The session store was closed.",
    recoverySuggestion: "Close it after the last request, or open another store.")
}
