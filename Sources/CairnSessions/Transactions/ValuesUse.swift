/// What a transaction has to do with the values that its session's scenes share.
///
/// Either way they must still be at the revision that the transaction was built on: what was worked out
/// from values that somebody else has changed meanwhile is not stored.
public enum ValuesUse: Hashable, Sendable {
  /// They were read at this revision, and stay; nil where none were stored.
  case read(revision: UInt64?)
  /// They are written, by compare-and-set.
  case write(ValuesWrite)

  /// The revision that they must be at; nil where none may be stored.
  public var expected: UInt64? {
    switch self {
    case .read(let revision): revision
    case .write(let write): write.replacing
    }
  }

  /// What is written; nil where nothing is.
  public var write: ValuesWrite? {
    if case .write(let write) = self { write } else { nil }
  }
}

/// The values of a session to be written.
public struct ValuesWrite: Hashable, Sendable {
  /// The revision that they had when they were loaded, and must still have; nil where none were stored.
  public var replacing: UInt64?
  /// The revision that they have with this write; another than the one it replaces.
  public var revision: UInt64
  /// The values, of `StoredValues.maximumPayload` bytes at the most.
  public var payload: [UInt8]

  public init(replacing: UInt64?, revision: UInt64, payload: [UInt8]) {
    self.replacing = replacing
    self.revision = revision
    self.payload = payload
  }
}
