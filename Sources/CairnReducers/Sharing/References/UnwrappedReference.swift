import Synchronization

/// The wrapped value of a shared optional.
///
/// When the optional becomes `nil`, this reference keeps its last value, and ignores changes.
final class UnwrappedReference<Value>: SharedReference {
  private struct Unwrapping: Hashable {}

  private let base: any SharedReference<Value?>
  private let last: Mutex<SharedValue<Value>>

  init?(_ base: any SharedReference<Value?>) {
    guard let value = base.value else { return nil }
    self.base = base
    last = Mutex(SharedValue(value))
  }

  var value: Value {
    guard let value = base.value else { return last.withLock { $0 }.base }
    let now = SharedValue(value)
    last.withLock { $0 = now }
    return value
  }

  var identity: SharedIdentity { base.identity.appending(Unwrapping()) }

  var root: any SharedRoot { base.root }

  var partName: SharedPartName? { base.partName?.appending(.unwrapped) }

  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try base.change(at: location) { optional in
      guard var value = optional else {
        var gone = last.withLock { $0 }.base
        return try body(&gone)
      }
      let result = try body(&value)
      optional = value
      let now = SharedValue(value)
      last.withLock { $0 = now }
      return result
    }
  }
}
