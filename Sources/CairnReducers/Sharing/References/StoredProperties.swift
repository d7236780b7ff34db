// Names and key paths of stored properties: the standard library has them for Mirror, SwiftUI and the
// like, and offers them nowhere else. A name of our own would have to be written for each property.
@_spi(Reflection) import Swift

/// The stored properties of a type, by their names.
enum StoredProperties {
  /// The key path to a property; nil where there is none of that name.
  static func keyPath<Root>(to name: String, of type: Root.Type) -> PartialKeyPath<Root>? {
    first(of: type) { $0 == name ? $1 : nil }
  }

  /// The name of the property that a key path leads to; nil where it leads to something else.
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
