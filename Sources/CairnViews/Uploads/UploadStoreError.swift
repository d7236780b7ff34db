/// An error of an ``UploadStore``.
public struct UploadStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Kind: Hashable, Sendable {
    /// The disk is full, or the store has reached its limit.
    case full
    /// The place of the files can't be read or written.
    case inaccessible
  }

  /// The kind of the error.
  public var kind: Kind
  /// A sentence that describes the problem for a log.
  public var description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
