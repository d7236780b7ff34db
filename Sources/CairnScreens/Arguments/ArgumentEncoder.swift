import Foundation

/// The properties of a screen as texts, in order. The text is `nil` if a property has no value.
struct ScreenArguments: Equatable {
  var items: [(key: String, value: String?)] = []

  /// The argument for a key: `nil` if it's missing, and `.some(nil)` if it has no value.
  subscript(key: String) -> String?? { items.first { $0.key == key }.map(\.value) }

  static func == (one: Self, other: Self) -> Bool {
    one.items.elementsEqual(other.items) { $0.key == $1.key && $0.value == $1.value }
  }

  /// The name of the only argument of a screen without properties, such as a raw value.
  static let wholeKey = "value"
}

extension ScreenArguments {
  /// Encodes the arguments of a value.
  ///
  /// Each property is one text. Numbers, strings, and raw values are written as they are. Properties with their
  /// own properties or elements are written as JSON. The text is `nil` if a property has no value.
  init<Value: Encodable>(of value: Value) throws {
    let encoder = ArgumentEncoder()
    items = try encoder.takes(value) ? encoder.arguments.items : [(Self.wholeKey, Self.json(value))]
  }

  /// Returns the text of one argument.
  fileprivate static func text<Value: Encodable>(of value: Value) throws -> String? {
    if let url = value as? URL { return url.absoluteString }
    let encoder = ArgumentEncoder(isWhole: true)
    return try encoder.takes(value) ? encoder.arguments.items.first?.value : json(value)
  }

  private static func json<Value: Encodable>(_ value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// An error for a value that can't be written as a single text.
struct NeedsJSON: Error {}

/// An encoder that collects the properties of a value.
private final class ArgumentEncoder: Encoder {
  var arguments = ScreenArguments()
  /// Whether a single argument is encoded, and not a value that has arguments.
  private let isWhole: Bool
  /// Whether the encoded value has its own parts.
  private var needsJSON = false
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(isWhole: Bool = false) { self.isWhole = isWhole }

  /// Encodes a value. Returns false if the value needs JSON.
  func takes<Value: Encodable>(_ value: Value) throws -> Bool {
    do {
      try value.encode(to: self)
      return !needsJSON
    } catch is NeedsJSON {
      return false
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // The value needs JSON even if nothing is encoded in the container.
    needsJSON = needsJSON || isWhole
    return KeyedEncodingContainer(KeyedArguments<Key>(encoder: self, isRefused: isWhole))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    needsJSON = true
    return Refusal()
  }

  func refuse() { needsJSON = true }

  func singleValueContainer() -> any SingleValueEncodingContainer { WholeArgument(encoder: self) }
}

private struct KeyedArguments<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ArgumentEncoder
  let isRefused: Bool
  let codingPath: [any CodingKey] = []

  private func append(_ value: String?, _ key: Key) throws {
    if isRefused { throw NeedsJSON() }
    encoder.arguments.items.append((key.stringValue, value))
  }

  mutating func encodeNil(forKey key: Key) throws { try append(nil, key) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try append(try ScreenArguments.text(of: value), key)
  }

  mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  // The default implementations for primitive types omit `nil`.
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try some(value, key) }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try some(value, key) }

  private mutating func some<T: Encodable>(_ value: T?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.refuse()
    return KeyedEncodingContainer(KeyedArguments<NestedKey>(encoder: encoder, isRefused: true))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.refuse()
    return Refusal()
  }

  mutating func superEncoder() -> any Encoder { ArgumentEncoder(isWhole: true) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { ArgumentEncoder(isWhole: true) }
}

/// A container that encodes a value as one argument.
private struct WholeArgument: SingleValueEncodingContainer {
  let encoder: ArgumentEncoder
  let codingPath: [any CodingKey] = []

  private func set(_ value: String?) {
    encoder.arguments.items = [(ScreenArguments.wholeKey, value)]
  }

  mutating func encodeNil() throws { set(nil) }
  mutating func encode(_ value: Bool) throws { set("\(value)") }
  mutating func encode(_ value: String) throws { set(value) }
  mutating func encode(_ value: Double) throws { set("\(value)") }
  mutating func encode(_ value: Float) throws { set("\(value)") }
  mutating func encode(_ value: Int) throws { set("\(value)") }
  mutating func encode(_ value: Int8) throws { set("\(value)") }
  mutating func encode(_ value: Int16) throws { set("\(value)") }
  mutating func encode(_ value: Int32) throws { set("\(value)") }
  mutating func encode(_ value: Int64) throws { set("\(value)") }
  mutating func encode(_ value: UInt) throws { set("\(value)") }
  mutating func encode(_ value: UInt8) throws { set("\(value)") }
  mutating func encode(_ value: UInt16) throws { set("\(value)") }
  mutating func encode(_ value: UInt32) throws { set("\(value)") }
  mutating func encode(_ value: UInt64) throws { set("\(value)") }

  mutating func encode<T: Encodable>(_ value: T) throws {
    set(try ScreenArguments.text(of: value))
  }
}

/// A container that refuses to encode an array, because arrays are JSON.
private struct Refusal: UnkeyedEncodingContainer {
  let codingPath: [any CodingKey] = []
  let count = 0

  mutating func encodeNil() throws { throw NeedsJSON() }
  mutating func encode<T: Encodable>(_ value: T) throws { throw NeedsJSON() }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      KeyedArguments<NestedKey>(encoder: ArgumentEncoder(isWhole: true), isRefused: true))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Refusal() }
  mutating func superEncoder() -> any Encoder { ArgumentEncoder(isWhole: true) }
}
