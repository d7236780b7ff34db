import CairnFeatures
import CustomDump
import Synchronization

/// The contents of a binding action, with its value type erased.
///
/// It's a single object, so that an action needs only one allocation.
///
/// A change tracks whether it was written. If a feature has received it but no reducer has written it, an issue is
/// reported when it's deallocated. It can't be reported earlier, because the reducer that writes it may run later in
/// the turn.
@usableFromInline
protocol BindingChange<Root>: AnyObject, Sendable {
  associatedtype Root

  /// The property to change.
  var keyPath: PartialKeyPath<Root> { get }

  /// The new value of the property.
  var anyValue: Any { get }

  func isEqual(to other: any BindingChange<Root>) -> Bool

  /// Writes the value.
  func write(to root: inout Root)

  /// Records that a feature's body has run with this change.
  func noteBody(of feature: any SendableMetatype.Type)
}

/// A change of a property with a specific type.
final class BindingChangeTo<Root, Value: Equatable & Sendable>: BindingChange {
  let value: Value
  private let path: SendableKeyPath<WritableKeyPath<Root, Value>>
  /// The source location of the change, or of the store whose binding made the change.
  private let location: _IssueLocation?
  private let isWritten = Atomic(false)
  /// The feature that received the change without writing it.
  private let feature = Mutex<(any SendableMetatype.Type)?>(nil)

  init(_ keyPath: WritableKeyPath<Root, Value>, _ value: Value, at location: _IssueLocation?) {
    path = SendableKeyPath(keyPath)
    self.value = value
    self.location = location
  }

  deinit {
    guard !isWritten.load(ordering: .relaxed), let feature = feature.withLock({ $0 }) else {
      return
    }
    Issue.bindingWithoutReducer(keyPath, value: value, feature: feature, at: location)
  }

  var keyPath: PartialKeyPath<Root> { path.base }

  var anyValue: Any { value }

  func isEqual(to other: any BindingChange<Root>) -> Bool {
    guard keyPath == other.keyPath, let other = other as? BindingChangeTo else { return false }
    return value == other.value
  }

  func write(to root: inout Root) {
    isWritten.store(true, ordering: .relaxed)
    root[keyPath: path.base] = value
  }

  func noteBody(of feature: any SendableMetatype.Type) {
    guard !isWritten.load(ordering: .relaxed) else { return }
    self.feature.withLock { $0 = $0 ?? feature }
  }
}
