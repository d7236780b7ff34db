import Synchronization

/// A store of failed attempts in memory, for tests and for applications with a single process.
///
/// A restart removes the attempts.
public final class MemoryAttemptStore: AttemptStore {
  /// The maximum number of records.
  public let limit: Int
  private let records = Mutex<[AttemptKey: AttemptRecord]>([:])

  /// Creates an empty store.
  /// - Parameter limit: The maximum number of records. A record has about 200 bytes.
  public init(limit: Int = 10_000) {
    self.limit = max(limit, 16)
  }

  public func update<Result: Sendable>(
    _ keys: [AttemptKey],
    _ change: @escaping @Sendable (inout [AttemptKey: AttemptRecord]) -> Result
  ) async throws -> Result {
    records.withLock { records in
      var some: [AttemptKey: AttemptRecord] = [:]
      for key in keys { some[key] = records[key] }
      let result = change(&some)
      for key in keys { records[key] = some[key] }
      if records.count > limit { Self.removeLeast(&records, of: limit) }
      return result
    }
  }

  /// The number of records.
  public var count: Int { records.withLock(\.count) }

  /// Removes a sixteenth of the records, so that they aren't sorted for each new one.
  private static func removeLeast(_ records: inout [AttemptKey: AttemptRecord], of limit: Int) {
    let sorted = records.sorted {
      ($0.value.failures, $0.value.last) < ($1.value.failures, $1.value.last)
    }
    for (key, _) in sorted.prefix(limit / 16) { records[key] = nil }
  }
}
