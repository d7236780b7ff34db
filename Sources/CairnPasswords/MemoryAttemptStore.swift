public import Foundation
import Synchronization

/// A store of failed attempts in memory, for tests and for applications with a single process.
///
/// A restart removes the attempts.
public final class MemoryAttemptStore: AttemptStore {
  /// The maximum number of records of each ``AttemptKey/Kind``.
  public let limit: Int
  private let records = Mutex<[AttemptKey.Kind: [AttemptKey: AttemptRecord]]>([:])

  /// Creates an empty store.
  /// - Parameter limit: The maximum number of records of each ``AttemptKey/Kind``. A record has about 200 bytes.
  public init(limit: Int = 10_000) {
    self.limit = max(limit, 16)
  }

  public func update<Result: Sendable>(
    _ keys: [AttemptKey], at now: Date,
    _ change: @escaping @Sendable (inout [AttemptKey: AttemptRecord]) -> Result
  ) async throws -> Result {
    records.withLock { records in
      var some: [AttemptKey: AttemptRecord] = [:]
      for key in keys { some[key] = records[key.kind]?[key] }
      let result = change(&some)
      for key in keys {
        records[key.kind, default: [:]][key] = some[key]
        Self.removeExcess(&records[key.kind, default: [:]], beyond: limit, at: now)
      }
      return result
    }
  }

  /// The number of records.
  public var count: Int { records.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// If there are too many records, removes the expired ones, and at least a sixteenth, so that they aren't sorted for
  /// each new one.
  private static func removeExcess(
    _ records: inout [AttemptKey: AttemptRecord], beyond limit: Int, at now: Date
  ) {
    guard records.count > limit else { return }
    records = records.filter { $0.value.expiration > now }
    let excess = records.count - (limit - limit / 16)
    guard excess > 0 else { return }
    let sorted = records.sorted { $0.value.expiration < $1.value.expiration }
    for (key, _) in sorted.prefix(excess) { records[key] = nil }
  }
}
