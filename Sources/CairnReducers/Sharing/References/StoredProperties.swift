// The standard library provides names and key paths of stored properties for `Mirror` and SwiftUI, but only in this
// SPI. Without it, a name would need to be declared for each property.
@_spi(Reflection) import Swift

/// Finds the stored properties of a type by their names.
enum StoredProperties {
  /// Returns the key path of a property, or `nil` if there is no property with that name.
  static func keyPath<Root>(to name: String, of type: Root.Type) -> PartialKeyPath<Root>? {
    first(of: type) { $0 == name ? $1 : nil }
  }

  /// Returns the name of a key path's property, or `nil` if the key path doesn't refer to a stored property.
  static func name<Root, Value>(of keyPath: KeyPath<Root, Value>) -> String? {
    guard let offset = MemoryLayout<Root>.offset(of: keyPath) else { return nil }
    return first(of: Root.self) { name, other in
      let isSame =
        MemoryLayout<Root>.offset(of: other) == offset
        && Swift.type(of: other).valueType == Value.self
      return isSame ? name : nil
    }
  }

  private static func first<Root, Result>(
    of type: Root.Type, _ body: (String, PartialKeyPath<Root>) -> Result?
  ) -> Result? {
    var result: Result?
    _ = _forEachFieldWithKeyPath(of: type) { name, keyPath in
      result = body(String(cString: name), keyPath)
      return result == nil
    }
    return result
  }
}
