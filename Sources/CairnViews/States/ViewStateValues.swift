/// The changed values of a scene's `@State` properties, as a value.
///
/// The JSON of a value is decoded when its view is rendered, because only the view knows its type.
package struct ViewStateValues {
  package struct Entry {
    /// The JSON of the value, or `nil` if the value can't be encoded. In that case, it isn't stored.
    package let json: [UInt8]?
    /// The places of the guards around the view.
    package let guards: [UInt64]
    /// The value, or `nil` if it hasn't been decoded.
    var value: Any?

    /// Creates a value from its stored JSON.
    package init(json: [UInt8], guards: [UInt64]) {
      self.init(json: json, guards: guards, value: nil)
    }

    init(json: [UInt8]?, guards: [UInt64], value: Any?) {
      self.json = json
      self.guards = guards
      self.value = value
    }

    /// The approximate size of the stored value in bytes.
    var size: Int { (json?.count ?? 0) + guards.count * 20 + 32 }
  }

  /// The values by the hashes of their positions.
  package private(set) var entries: [UInt64: Entry] = [:]
  /// The approximate size of the stored values in bytes.
  private(set) var size = 0

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  package subscript(key: UInt64) -> Entry? {
    get { entries[key] }
    set {
      size += (newValue?.size ?? 0) - (entries[key]?.size ?? 0)
      entries[key] = newValue
    }
  }

  /// Keeps the decoded value of an entry.
  mutating func noteDecoded(_ value: Any, at key: UInt64) { entries[key]?.value = value }
}
