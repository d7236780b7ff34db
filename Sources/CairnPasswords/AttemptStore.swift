public import Foundation

/// A store of failed attempts.
///
/// Store them in your database, so that restarts don't remove them. ``MemoryAttemptStore`` keeps them in memory.
///
/// Delete records that have expired. Limit the number of records of each ``AttemptKey/Kind``, because anyone can add one
/// for each name and address. When there are too many, delete the records that expire first. A flood of new names then
/// doesn't remove the record of an account that's under attack.
public protocol AttemptStore: Sendable {
  /// Changes records, without changes by others in between.
  /// - Parameters:
  ///   - keys: The keys of the records.
  ///   - now: The current time, to find the records that have expired.
  ///   - change: A closure that gets the existing records by their keys. It changes, adds, and removes records. Store
  ///     them afterward.
  /// - Returns: The result of the closure.
  func update<Result: Sendable>(
    _ keys: [AttemptKey], at now: Date,
    _ change: @escaping @Sendable (inout [AttemptKey: AttemptRecord]) -> Result
  ) async throws -> Result
}
