/// The name of a key's value, or of a part of it. After decoding, it's used to find the value again.
struct SharedPartName: Codable, Hashable, Sendable {
  /// A step from a value to one of its parts.
  enum Step: Codable, Hashable, Sendable {
    /// A stored property.
    case property(String)
    /// The wrapped value of an optional.
    case unwrapped
    /// The element with an ID or a key, or `nil` if there is no such element.
    case element(SharedElementID)
    /// The element at an index, or `nil` if there is no such element.
    case index(Int)
  }

  let key: SharedKeyName
  var path: [Step] = []

  func appending(_ step: Step?) -> Self? {
    step.map { Self(key: key, path: path + [$0]) }
  }
}

/// A shared value of any type that can look up its parts.
protocol SharedParts: AnyObject {
  /// Returns a reference to a part, or `nil` if there is no part with that name.
  func part(at path: ArraySlice<SharedPartName.Step>) -> (any SharedParts)?
}

extension SharedReference {
  func part(at path: ArraySlice<SharedPartName.Step>) -> (any SharedParts)? {
    guard let step = path.first else { return self }
    let part: (any SharedParts)? =
      switch step {
      case .property(let name): property(name)
      case .unwrapped: (Value.self as? any UnwrappableValue.Type)?.unwrapped(self)
      case .element(let id): (Value.self as? any KeyedElements.Type)?.element(id, of: self)
      case .index(let index): element(index)
      }
    return part?.part(at: path.dropFirst())
  }

  private func property(_ name: String) -> (any SharedParts)? {
    guard let keyPath = StoredProperties.keyPath(to: name, of: Value.self) else { return nil }
    func reference<Part>(_ type: Part.Type) -> (any SharedParts)? {
      if let keyPath = keyPath as? WritableKeyPath<Value, Part> {
        return ProjectedReference(self, keyPath)
      }
      return (keyPath as? KeyPath<Value, Part>).map { ReadReference(self, $0) }
    }
    return _openExistential(type(of: keyPath).valueType, do: reference)
  }

  private func element(_ index: Int) -> (any SharedParts)? {
    func element<Elements: MutableCollection & RandomAccessCollection>(
      _ type: Elements.Type
    ) -> (any SharedParts)? {
      (self as? any SharedReference<Elements>)?.element(at: index)
    }
    return (Value.self as? any (MutableCollection & RandomAccessCollection).Type).flatMap {
      element($0)
    }
  }
}

/// An optional with any wrapped type.
private protocol UnwrappableValue {
  /// Returns a reference to the wrapped value of a shared optional.
  static func unwrapped(_ reference: any SharedParts) -> (any SharedParts)?
}

extension Optional: UnwrappableValue {
  fileprivate static func unwrapped(_ reference: any SharedParts) -> (any SharedParts)? {
    (reference as? any SharedReference<Wrapped?>).flatMap { UnwrappedReference($0) }
  }
}
