import Foundation

extension ScreenArguments {
  /// Decodes a value from arguments.
  ///
  /// - Parameter find: Returns the argument for a key: `nil` if it's missing, and `.some(nil)` if it has no
  ///   value.
  /// - Returns: The value, and the keys that it decoded.
  static func decode<Value: Decodable>(
    _ type: Value.Type, find: @escaping (String) -> String??
  ) throws -> (value: Value, keys: Set<String>) {
    let decoder = ArgumentDecoder(find: find)
    do {
      return (try Value(from: decoder), decoder.keys)
    } catch {
      guard case let text?? = find(wholeKey), let value = try? json(Value.self, text) else {
        throw error
      }
      return (value, [wholeKey])
    }
  }

  /// Returns the keys that a type decodes, in order.
  ///
  /// The type is decoded from sample texts. If it doesn't accept any of them for a key, the keys after that key
  /// are missing.
  static func keys<Value: Decodable>(of type: Value.Type) -> [String] {
    let decoder = ArgumentDecoder { _ in .some(nil) }
    decoder.isProbing = true
    _ = try? Value(from: decoder)
    return decoder.orderedKeys
  }

  /// Sample texts. Most types accept one of them.
  fileprivate static let probes = [
    "0", "true", "", "push", "00000000-0000-0000-0000-000000000000", "[]",
  ]

  /// Decodes the value of one argument.
  fileprivate static func value<Value: Decodable>(
    _ type: Value.Type, of text: String?
  ) throws -> Value {
    if Value.self == URL.self, let url = text.flatMap(URL.init(string:)) as? Value { return url }
    do {
      return try Value(from: ArgumentDecoder { _ in text }.whole)
    } catch is NeedsJSON {
      guard let text else { throw DecodingFailure.missing(wholeKey) }
      return try json(Value.self, text)
    }
  }

  private static func json<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}

/// An error for arguments that aren't valid for a screen.
private enum DecodingFailure: Error {
  case missing(String)
  case unreadable(String)
}

private final class ArgumentDecoder: Decoder {
  let find: (String) -> String??
  private(set) var keys: Set<String> = []
  private(set) var orderedKeys: [String] = []
  /// Whether only the keys are needed.
  var isProbing = false
  private let isWhole: Bool
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(isWhole: Bool = false, find: @escaping (String) -> String??) {
    self.find = find
    self.isWhole = isWhole
  }

  /// The decoder of one argument.
  var whole: ArgumentDecoder { ArgumentDecoder(isWhole: true, find: find) }

  /// Returns the argument for a key, and records the key.
  func argument(_ key: String) -> String?? {
    if keys.insert(key).inserted { orderedKeys.append(key) }
    return find(key)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if isWhole { throw NeedsJSON() }
    return KeyedDecodingContainer(KeyedArguments<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NeedsJSON() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard let value = argument(ScreenArguments.wholeKey) else {
      throw DecodingFailure.missing(ScreenArguments.wholeKey)
    }
    return WholeArgument(text: value)
  }
}

private struct KeyedArguments<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ArgumentDecoder
  let codingPath: [any CodingKey] = []
  /// An enum with associated values uses the keys to find its case. The list is empty, because these enums are
  /// JSON.
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { decoder.argument(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let value = decoder.argument(key.stringValue) else { return true }
    return value == nil
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let value = decoder.argument(key.stringValue) else {
      throw DecodingFailure.missing(key.stringValue)
    }
    if decoder.isProbing { return try probed(type) }
    return try ScreenArguments.value(T.self, of: value)
  }

  /// Returns any value of a type.
  private func probed<T: Decodable>(_ type: T.Type) throws -> T {
    if let cases = T.self as? any CaseIterable.Type, let first = cases.anyCase as? T {
      return first
    }
    for text in ScreenArguments.probes {
      if let value = try? ScreenArguments.value(T.self, of: text) { return value }
    }
    throw NeedsJSON()
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw NeedsJSON()
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw NeedsJSON()
  }

  func superDecoder() throws -> any Decoder { throw NeedsJSON() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw NeedsJSON() }
}

/// A container that decodes one argument as a value.
private struct WholeArgument: SingleValueDecodingContainer {
  let text: String?
  let codingPath: [any CodingKey] = []

  func decodeNil() -> Bool { text == nil }

  private func read<T: LosslessStringConvertible>(_ type: T.Type) throws -> T {
    guard let value = text.flatMap(T.init) else {
      throw DecodingFailure.unreadable(text ?? "nothing")
    }
    // Infinity and NaN aren't valid arguments. NaN isn't even equal to itself.
    if let number = value as? any FloatingPoint, !number.isFinite {
      throw DecodingFailure.unreadable(text ?? "nothing")
    }
    return value
  }

  func decode(_ type: Bool.Type) throws -> Bool { try read(type) }
  func decode(_ type: String.Type) throws -> String { try read(type) }
  func decode(_ type: Double.Type) throws -> Double { try read(type) }
  func decode(_ type: Float.Type) throws -> Float { try read(type) }
  func decode(_ type: Int.Type) throws -> Int { try read(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try read(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try read(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try read(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try read(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try read(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try read(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try read(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try read(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try read(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try ScreenArguments.value(T.self, of: text)
  }
}

extension CaseIterable {
  fileprivate static var anyCase: Any? { allCases.first }
}
