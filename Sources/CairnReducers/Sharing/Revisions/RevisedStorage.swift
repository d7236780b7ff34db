package import Foundation

/// A storage of named values that several processes read and change.
///
/// Each value has a revision, which increases with each change. A process can only replace the revision that it has read,
/// so it never overwrites a change that it doesn't know.
package protocol RevisedStorage: AnyObject, Sendable {
  /// Returns the stored value, or `nil` if there is none. It can block the calling thread for several seconds.
  func load(_ name: String) throws -> RevisedData?

  /// Replaces a revision of a value. It can block the calling thread for several seconds.
  ///
  /// - Parameter revision: The revision to replace, or 0 if there is no value yet.
  /// - Throws: An error if the value isn't stored, or if the storage doesn't know whether it is.
  func save(
    _ data: Data, as name: String, replacing revision: Int64
  ) throws -> RevisedSave<RevisedData>

  /// Subscribes to the changes of a value by other processes.
  ///
  /// - Parameters:
  ///   - revision: Returns the revision that the caller has. Values that aren't newer may not be passed on.
  ///   - receive: Called with a newer value, or with the error that occurred while loading it. It may be called with an
  ///     older value, which must be ignored. It isn't called on a thread that ``load(_:)`` or
  ///     ``save(_:as:replacing:)`` wait for.
  func subscribe(
    to name: String, after revision: @escaping @Sendable () -> Int64?,
    _ receive: @escaping @Sendable (Result<RevisedData, any Error>) -> Void
  ) -> SharedSubscription
}

/// An encoded value with its revision.
package struct RevisedData: Equatable, Sendable {
  package var data: Data
  package var revision: Int64

  package init(_ data: Data, revision: Int64) {
    self.data = data
    self.revision = revision
  }
}

/// The result of replacing a revision of a value.
package enum RevisedSave<Content> {
  /// The value is stored, and has this revision.
  case saved(Int64)
  /// The value has another revision, or is `nil` because it was removed. Nothing was changed.
  case conflict(Content?)
}

extension RevisedSave: Equatable where Content: Equatable {}
extension RevisedSave: Sendable where Content: Sendable {}
