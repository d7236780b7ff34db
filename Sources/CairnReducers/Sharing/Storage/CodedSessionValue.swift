import CairnFeatures
import Foundation
import Synchronization

/// A session value of any type that can be encoded as bytes.
protocol CodedSessionValue: AnyObject, Sendable {
  /// The name of the value's type.
  var type: String { get }

  /// Returns the value as bytes, which are encoded only once for each version.
  ///
  /// - Parameter secrets: The texts to redact.
  func encoded(leavingOut secrets: SecretTexts) throws -> [UInt8]

  /// Sets the value from bytes. If there are no bytes or if they can't be decoded, it's set to the default.
  ///
  /// - Returns: `false` if there are bytes and they can't be decoded.
  func replace(by bytes: [UInt8]?) -> Bool

  /// Calls a closure after each change.
  func follow(_ onChange: @escaping @Sendable () -> Void)
}

extension SharedBox {
  /// Returns the value in a form that can be encoded, or `nil` if its type isn't `Codable`.
  ///
  /// - Parameter key: The key of the value in its session.
  func coded(key: String) -> (any CodedSessionValue)? {
    func coded<Coded: Codable>(_ type: Coded.Type) -> (any CodedSessionValue)? {
      (self as? SharedBox<Coded>).map { CodedSessionBox($0, key: key) }
    }
    guard let type = Value.self as? any (Decodable & Encodable).Type else { return nil }
    return coded(type)
  }
}

extension CodedSessionValues {
  /// Decodes a value from its bytes.
  static func decoded<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: Data(bytes))
  }
}

/// The encoded form of a session value in its box.
private final class CodedSessionBox<Value: Codable>: CodedSessionValue {
  private struct Known: Sendable {
    /// The bytes that represent the value, as long as it has this version.
    var bytes: [UInt8]?
    var version: Int?
  }

  private let box: SharedBox<Value>
  private let key: String
  private let initial: SharedBox<Value>.Content
  private let known = Mutex(Known())
  private let subscription = Mutex<SharedSubscription?>(nil)

  init(_ box: SharedBox<Value>, key: String) {
    self.box = box
    self.key = key
    initial = box.content
  }

  var type: String { "\(Value.self)" }

  func encoded(leavingOut secrets: SecretTexts) throws -> [UInt8] {
    let content = box.content
    if let bytes = known.withLock({ $0.version == content.version ? $0.bytes : nil }) {
      return bytes
    }
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let value = try Array(encoder.encode(content.value))
    let bytes = secrets.redacted(json: value, at: key) ?? value
    known.withLock { known in
      if content.version >= known.version ?? 0 {
        known = Known(bytes: bytes, version: content.version)
      }
    }
    return bytes
  }

  func replace(by bytes: [UInt8]?) -> Bool {
    let version = box.content.version
    if let bytes, known.withLock({ $0.version == version && $0.bytes == bytes }) { return true }
    let value = bytes.flatMap { try? CodedSessionValues.decoded(Value.self, from: $0) }
    let taken = box.take(value ?? initial.value)
    // Bytes that can't be decoded are kept until the value is changed. An earlier version of the program may still be
    // able to decode them.
    known.withLock { $0 = Known(bytes: bytes, version: taken) }
    return bytes == nil || value != nil
  }

  func follow(_ onChange: @escaping @Sendable () -> Void) {
    let subscription = box.subscribe(onChange)
    self.subscription.withLock { $0 = subscription }
  }
}
