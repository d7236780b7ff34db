import Synchronization

/// What a shared optional holds.
///
/// Once the optional is nil this reads its last value, and what is written goes nowhere.
final class UnwrappedReference<Value>: SharedReference<Value>, @unchecked Sendable {
  /// `@unchecked Sendable`: as for a box.
  private struct Last: @unchecked Sendable { var value: Value }
  private struct Unwrapping: Hashable {}

  private let base: SharedReference<Value?>
  private let last: Mutex<Last>

  init?(_ base: SharedReference<Value?>) {
    guard let value = base.value else { return nil }
    self.base = base
    last = Mutex(Last(value: value))
  }

  override var value: Value {
    guard let value = base.value else { return last.withLock { $0 }.value }
    let now = Last(value: value)
    last.withLock { $0 = now }
    return value
  }

  override var identity: SharedIdentity { base.identity.appending(Unwrapping()) }

  override var root: any SharedRoot { base.root }

  override var partName: SharedPartName? { base.partName?.appending(.unwrapped) }

  override func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try base.change(at: location) { optional in
      guard var value = optional else {
        var gone = last.withLock { $0 }.value
        return try body(&gone)
      }
      let result = try body(&value)
      optional = value
      return result
    }
  }
}
