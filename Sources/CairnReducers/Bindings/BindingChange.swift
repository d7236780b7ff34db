import CairnFeatures
import CustomDump
import Synchronization

/// What a binding action carries, with the type of its value put away; one object, so that an action
/// costs one allocation.
///
/// It knows whether it was written: where a feature got it and nobody wrote it, it says so when it
/// goes, and not before, because the reducer for it may be one that runs later in the turn.
@usableFromInline
protocol BindingChange<Root>: AnyObject, Sendable {
  associatedtype Root

  /// The property.
  var keyPath: PartialKeyPath<Root> { get }

  /// The value that the property gets.
  var anyValue: Any { get }

  func isEqual(to other: any BindingChange<Root>) -> Bool

  /// Writes the value.
  func write(to root: inout Root)

  /// Notes that a feature's body has run with this.
  func noteBody(of feature: any SendableMetatype.Type)
}

/// A change of a property of one type.
final class BindingChangeTo<Root, Value: Equatable & Sendable>: BindingChange {
  let value: Value
  private let path: SendableKeyPath<WritableKeyPath<Root, Value>>
  /// The line that made the change, or the store of the binding that did.
  private let location: _IssueLocation?
  private let isWritten = Atomic(false)
  /// The feature that got it unwritten.
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
