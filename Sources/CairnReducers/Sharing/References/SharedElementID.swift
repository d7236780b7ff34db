import Foundation

/// The ID or the key of an element in a form that can be encoded regardless of its type.
enum SharedElementID: Codable, Hashable, Sendable {
  /// An ID that is encoded as a string, such as a UUID. A secret can be redacted in it.
  case text(String)
  /// Another ID, as JSON.
  case json(String)

  /// Creates the encoded form of an ID, or returns `nil` if the ID can't be decoded again.
  init?<ID: Hashable>(_ id: ID) {
    // The type is checked, because an `AnyHashable` can be cast to the type of its base, but it can't be decoded.
    guard let type = ID.self as? any (Decodable & Encodable).Type else { return nil }
    switch id {
    case let id as String: self = .text(id)
    case let id as Int: self = .json("\(id)")
    default:
      guard let encoded = Self.encoded(id, as: type), encoded.id(as: ID.self) == id else {
        return nil
      }
      self = encoded
    }
  }

  private static func encoded<Coded: Encodable>(_ id: Any, as type: Coded.Type) -> Self? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let id = id as? Coded, let data = try? encoder.encode(id) else { return nil }
    if let text = try? JSONDecoder().decode(String.self, from: data) { return .text(text) }
    return .json(String(decoding: data, as: UTF8.self))
  }

  /// Returns the ID, or `nil` if it can't be decoded as a type.
  func id<ID>(as type: ID.Type) -> ID? {
    guard let type = ID.self as? any Decodable.Type else { return nil }
    return decoded(as: type) as? ID
  }

  private func decoded<Coded: Decodable>(as type: Coded.Type) -> Any? {
    switch self {
    case .text(let text):
      (try? JSONEncoder().encode(text)).flatMap { try? JSONDecoder().decode(type, from: $0) }
    case .json(let json): try? JSONDecoder().decode(type, from: Data(json.utf8))
    }
  }
}
