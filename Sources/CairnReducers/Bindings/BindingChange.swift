import CustomDump
import Synchronization

/// What a binding action carries, with the type of its value put away; one object, so that an action
/// costs one allocation.
///
/// It knows whether it was written: where a feature got it and nobody wrote it, it says so when it
/// goes, and not before, because the reducer for it may be one that runs later in the turn.
@usableFromInline
class BindingChange<Root> {
  @usableFromInline let keyPath: PartialKeyPath<Root>
  /// 0 at first; then 1 where it was written, or the feature, as a pointer, that got it unwritten.
  private let mark = Atomic<UInt>(0)
  /// The line that made the change, or the store of the binding that did.
  private let location: _IssueLocation?

  fileprivate init(_ keyPath: PartialKeyPath<Root>, at location: _IssueLocation?) {
    self.keyPath = keyPath
    self.location = location
  }

  var anyValue: Any { preconditionFailure("implemented by subclasses") }

  fileprivate func set(in root: inout Root) {
    preconditionFailure("implemented by subclasses")
  }

  func isEqual(to other: BindingChange<Root>) -> Bool {
    preconditionFailure("implemented by subclasses")
  }

  /// Writes the value.
  @usableFromInline
  final func write(to root: inout Root) {
    mark.store(1, ordering: .relaxed)
    set(in: &root)
  }

  /// Notes that a feature's body has run with this.
  @usableFromInline
  final func noteBody(of feature: Any.Type) {
    guard mark.load(ordering: .relaxed) == 0 else { return }
    mark.store(UInt(bitPattern: unsafeBitCast(feature, to: Int.self)), ordering: .relaxed)
  }

  deinit {
    let mark = mark.load(ordering: .relaxed)
    guard mark > 1 else { return }
    // A type is a pointer to what is never freed.
    let feature = unsafeBitCast(Int(bitPattern: mark), to: Any.Type.self)
    Issue.bindingWithoutReducer(keyPath, value: anyValue, feature: feature, at: location)
  }
}

/// A change of a property of one type.
final class BindingChangeTo<Root, Value: Equatable>: BindingChange<Root> {
  let value: Value

  init(_ keyPath: WritableKeyPath<Root, Value>, _ value: Value, at location: _IssueLocation?) {
    self.value = value
    super.init(keyPath, at: location)
  }

  override var anyValue: Any { value }

  override func set(in root: inout Root) {
    // Made with one, in the only initialiser.
    let keyPath = unsafeDowncast(keyPath, to: WritableKeyPath<Root, Value>.self)
    root[keyPath: keyPath] = value
  }

  override func isEqual(to other: BindingChange<Root>) -> Bool {
    guard keyPath == other.keyPath, let other = other as? BindingChangeTo else { return false }
    return value == other.value
  }
}
