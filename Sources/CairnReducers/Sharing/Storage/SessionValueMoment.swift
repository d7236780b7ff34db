/// The values of a session at one moment.
struct SessionValueMoment: Sendable {
  /// A declared value of any type.
  struct Declared: Sendable {
    let version: Int
    /// The `Content` of the ``SharedBox``.
    let content: any Sendable
  }

  /// The values that were declared, by their keys.
  var declared: [String: Declared] = [:]
  /// The stored bytes of each key.
  var bytes: [String: [UInt8]] = [:]

  /// Returns the value of a key, or `nil` if there is none.
  /// - Throws: A `DecodingError` if the value can't be decoded.
  func value<Value>(of key: String) throws -> Value? {
    if let content = declared[key]?.content as? SharedBox<Value>.Content { return content.value }
    return try bytes[key].flatMap { try CodedSessionValues.decodedValue(from: $0) }
  }
}

/// A session value of any type, as its session keeps it.
protocol DeclaredSessionValue: AnyObject, Sendable {
  /// The number of changes so far.
  var version: UInt64 { get }
  /// The value at this moment.
  var declared: SessionValueMoment.Declared { get }
}

extension SharedBox: DeclaredSessionValue {
  var declared: SessionValueMoment.Declared {
    let content = content
    return SessionValueMoment.Declared(version: content.version, content: content)
  }
}
