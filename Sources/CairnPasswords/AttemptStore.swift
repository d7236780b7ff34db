/// A store of failed attempts.
///
/// Store them in your database, so that restarts don't remove them. ``MemoryAttemptStore`` keeps them in memory.
///
/// Limit the number of records, because anyone can add one for each name and address. When there are too many, remove
/// records in the order of their failures, and then of their age. A flood of new names then doesn't remove the record of
/// an account that's under attack.
public protocol AttemptStore: Sendable {
  /// Changes records, without changes by others in between.
  /// - Parameters:
  ///   - keys: The keys of the records.
  ///   - change: A closure that gets the existing records by their keys. It changes, adds, and removes records. Store
  ///     them afterward.
  /// - Returns: The result of the closure.
  func update<Result: Sendable>(
    _ keys: [AttemptKey],
    _ change: @escaping @Sendable (inout [AttemptKey: AttemptRecord]) -> Result
  ) async throws -> Result
}
