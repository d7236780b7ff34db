/// The random ID of an uploaded file.
public struct UploadID: Hashable, Sendable {
  private let bits: UInt128

  /// Creates a random ID.
  public init() {
    bits = .random(in: .min ... .max)
  }
}

extension UploadID: LosslessStringConvertible {
  /// The ID as 32 hexadecimal digits, which can be used as the name of a file.
  public var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Creates an ID from 32 hexadecimal digits, or returns `nil` for any other text.
  public init?(_ description: String) {
    let digits = description.utf8
    guard digits.count == 32,
      digits.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }),
      let bits = UInt128(description, radix: 16)
    else { return nil }
    self.bits = bits
  }
}

extension UploadID: Codable {
  /// Decodes an ID from 32 hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = UploadID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The ID of an upload must have 32 hexadecimal digits.")
    }
    self = id
  }

  /// Encodes the ID as 32 hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
