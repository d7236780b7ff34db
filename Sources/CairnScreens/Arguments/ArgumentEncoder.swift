import Foundation

/// The arguments of a screen: its properties as texts, in their order; nil is a property without value.
struct ScreenArguments: Equatable {
  var items: [(key: String, value: String?)] = []

  /// The argument of a key: nil where there is none, a nil value where it is nothing.
  subscript(key: String) -> String?? { items.first { $0.key == key }.map(\.value) }

  static func == (one: Self, other: Self) -> Bool {
    one.items.elementsEqual(other.items) { $0.key == $1.key && $0.value == $1.value }
  }

  /// The name of the only argument of a screen that has no properties, such as a raw value.
  static let wholeKey = "value"
}

extension ScreenArguments {
  /// The arguments of a value.
  ///
  /// Each property is one text: numbers, strings, raw values as they are, `nil` without a value, and what
  /// has properties or elements of its own as JSON.
  init<Value: Encodable>(of value: Value) throws {
    let encoder = ArgumentEncoder()
    items = try encoder.takes(value) ? encoder.arguments.items : [(Self.wholeKey, Self.json(value))]
  }

  /// The text of one argument.
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

/// A value is more than one text.
struct NeedsJSON: Error {}

/// Collects the properties of a value.
private final class ArgumentEncoder: Encoder {
  var arguments = ScreenArguments()
  /// Whether what is encoded is one argument, and no value with arguments.
  private let isWhole: Bool
  /// Whether what is encoded has parts of its own.
  private var needsJSON = false
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(isWhole: Bool = false) { self.isWhole = isWhole }

  /// Encodes a value; answers false where it needs JSON.
  func takes<Value: Encodable>(_ value: Value) throws -> Bool {
    do {
      try value.encode(to: self)
      return !needsJSON
    } catch is NeedsJSON {
      return false
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // Also where nothing is encoded into it.
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

  // The defaults of the primitive types leave out what is nil.
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

/// A value that is one argument.
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

/// An array, which is JSON.
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
