/// A transaction's operation on the values that the scenes of its session share.
///
/// In both cases, the values must still have the revision that the transaction is based on. A result that depends on
/// outdated values is therefore never stored.
public enum ValueOperation: Hashable, Sendable {
  /// The transaction has read the values at this revision, or `nil` if none were stored. They don't change.
  case read(revision: UInt64?)
  /// The transaction writes the values, by compare-and-set.
  case write(ValuesWrite)

  /// The revision that the values must have, or `nil` if there must be no stored values.
  public var expected: UInt64? {
    switch self {
    case .read(let revision): revision
    case .write(let write): write.replacing
    }
  }

  /// The write, or `nil` if the values are only read.
  public var write: ValuesWrite? {
    if case .write(let write) = self { write } else { nil }
  }
}

/// The values of a session to write, by compare-and-set.
public struct ValuesWrite: Hashable, Sendable {
  /// The revision that the values had when they were loaded, and must still have. It's `nil` if none were stored.
  public var replacing: UInt64?
  /// The revision after this write, which must differ from the replaced revision.
  public var revision: UInt64
  /// The encoded values, up to ``StoredValues/maximumPayload`` bytes.
  public var payload: [UInt8]

  /// Creates a write of values.
  public init(replacing: UInt64?, revision: UInt64, payload: [UInt8]) {
    self.replacing = replacing
    self.revision = revision
    self.payload = payload
  }
}
