public import CairnCases
import CairnFeatures

/// A case path to the binding actions of one property of the state, as in `\.binding.item.name`.
public struct BindingPath<Path: CasePath, Root, Value: Equatable & Sendable>: CasePath
where Path.Value == BindingAction<Root> {
  let path: Path
  private let property: SendableKeyPath<WritableKeyPath<Root, Value>>

  init(path: Path, keyPath: WritableKeyPath<Root, Value>) {
    self.path = path
    property = SendableKeyPath(keyPath)
  }

  var keyPath: WritableKeyPath<Root, Value> { property.base }

  public func extract(from root: Path.Root) -> Value? {
    guard let action = path.extract(from: root), action.keyPath == keyPath else { return nil }
    return (action.change as? BindingChangeTo<Root, Value>)?.value
  }

  public func embed(_ value: Value) -> Path.Root {
    path.embed(.set(keyPath, value))
  }

  public func modify<Result>(
    _ root: inout Path.Root, _ body: (inout Value) -> Result
  ) -> Result? {
    guard var value = extract(from: root) else { return nil }
    let result = body(&value)
    root = embed(value)
    return result
  }
}

extension Case {
  /// Returns a case path to the binding actions of a property of the state.
  public subscript<Root, Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<Root, Value>
  ) -> Case<BindingPath<Path, Root, Value>> where Path.Value == BindingAction<Root> {
    Case<BindingPath<Path, Root, Value>>(BindingPath(path: _path, keyPath: keyPath))
  }

  /// Returns a case path to the binding actions of a nested property of the state.
  public subscript<Base, Root, Middle, Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<Middle, Value>
  ) -> Case<BindingPath<Base, Root, Value>> where Path == BindingPath<Base, Root, Middle> {
    Case<BindingPath<Base, Root, Value>>(
      BindingPath(path: _path.path, keyPath: _path.keyPath.appending(path: keyPath)))
  }
}
