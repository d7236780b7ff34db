/// An opaque color in the sRGB color space, as in a ``ColorPicker``.
///
/// It's encoded as a text such as `#1a2b3c`.
public struct RGBColor: Hashable, Sendable {
  /// The red part, from 0 to 255.
  public var red: UInt8
  /// The green part, from 0 to 255.
  public var green: UInt8
  /// The blue part, from 0 to 255.
  public var blue: UInt8

  /// Creates a color from its parts, each from 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from a text such as `#1a2b3c` or `#1AF`, or returns `nil` if it isn't one. The number sign is
  /// optional.
  public init?(hex: some StringProtocol) {
    let digits = hex.hasPrefix("#") ? Array(hex.utf8.dropFirst()) : Array(hex.utf8)
    let values = digits.compactMap(Self.value)
    guard values.count == digits.count, values.count == 3 || values.count == 6 else { return nil }
    // A short text repeats each of its digits.
    let isShort = values.count == 3
    func part(_ index: Int) -> UInt8 {
      isShort ? values[index] * 17 : values[index * 2] * 16 + values[index * 2 + 1]
    }
    self.init(red: part(0), green: part(1), blue: part(2))
  }

  /// The color in the notation of HTML and CSS, such as `#1a2b3c`.
  public var hex: String {
    let parts = [red, green, blue].map { part in
      let digits = String(part, radix: 16)
      return part < 16 ? "0" + digits : digits
    }
    return "#" + parts.joined()
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension RGBColor: Codable {
  /// Decodes a text such as `#1a2b3c`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let color = RGBColor(hex: text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(text)” isn't a color. Use the notation of CSS, such as “#1a2b3c”.")
    }
    self = color
  }

  /// Encodes a text such as `#1a2b3c`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}

extension RGBColor: CustomStringConvertible {
  /// The color in the notation of HTML and CSS.
  public var description: String { hex }
}
