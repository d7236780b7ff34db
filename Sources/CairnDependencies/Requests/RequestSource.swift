import Synchronization

/// A request from which values can be read.
///
/// Most requests are never asked for a value, so the values are determined when they're first read.
package final class RequestSource: Sendable {
  /// A number that's higher than the numbers of all earlier requests of the process.
  let number = RequestSource.numbers.add(1, ordering: .relaxed).newValue
  private let determine: @Sendable () -> RequestValues
  private let determined = Mutex<RequestValues?>(nil)

  private static let numbers = Atomic<UInt64>(0)

  /// - Parameter determine: Determines the values. It's called at most once, unless several threads read them at the
  ///   same time.
  package init(_ determine: @escaping @Sendable () -> RequestValues) {
    self.determine = determine
  }

  package var values: RequestValues {
    if let values = determined.withLock({ $0 }) { return values }
    let values = determine()
    determined.withLock { $0 = values }
    return values
  }
}
