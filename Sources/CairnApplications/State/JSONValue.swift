package import Foundation

/// A JSON value. The members of objects are unordered.
package enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case decimal(Decimal)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Decimal.self), !value.isNaN {
      // A `Decimal` keeps all digits, unless there are too many.
      self = .decimal(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else {
      self = .array(try container.decode([JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }

  package init(bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  /// The UTF-8 text of the value, with sorted keys.
  package var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding a JSON value doesn't fail.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
