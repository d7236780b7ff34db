/// The name of a key's value, or of a part of it, by which it is found again where it is decoded.
struct SharedPartName: Codable, Hashable, Sendable {
  /// A step from a value to a part of it.
  enum Step: Codable, Hashable, Sendable {
    /// A stored property.
    case property(String)
    /// What an optional holds.
    case unwrapped
  }

  let key: SharedKeyName
  var path: [Step] = []

  func appending(_ step: Step?) -> Self? {
    step.map { Self(key: key, path: path + [$0]) }
  }
}

/// What leads to parts of a shared value, whatever its type.
protocol SharedParts: AnyObject {
  /// The reference to a part; nil where there is none of that name.
  func part(at path: ArraySlice<SharedPartName.Step>) -> (any SharedParts)?
}

extension SharedReference {
  func part(at path: ArraySlice<SharedPartName.Step>) -> (any SharedParts)? {
    guard let step = path.first else { return self }
    let part: (any SharedParts)? =
      switch step {
      case .property(let name): property(name)
      case .unwrapped: (Value.self as? any UnwrappableValue.Type)?.unwrapped(self)
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
}

/// An optional, whatever it holds.
private protocol UnwrappableValue {
  /// The reference to what a shared optional holds.
  static func unwrapped(_ reference: any SharedParts) -> (any SharedParts)?
}

extension Optional: UnwrappableValue {
  fileprivate static func unwrapped(_ reference: any SharedParts) -> (any SharedParts)? {
    (reference as? any SharedReference<Wrapped?>).flatMap { UnwrappedReference($0) }
  }
}
