extension Text {
  /// The text without styles, for contexts such as titles.
  @usableFromInline
  var plain: String {
    guard style.contains(.markup) else { return content }
    // The markup is from `+`. It consists of spans, and of text with three escaped characters.
    var result: [UInt8] = []
    result.reserveCapacity(content.utf8.count)
    var rest = content.utf8[...]
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "<"):
        rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      case UInt8(ascii: "&"):
        let name = rest.dropFirst().prefix { $0 != UInt8(ascii: ";") }
        result.append(Self.character(of: Substring(name)))
        rest = rest.dropFirst(name.count + 2)
      default:
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func character(of name: Substring) -> UInt8 {
    switch name {
    case "lt": UInt8(ascii: "<")
    case "gt": UInt8(ascii: ">")
    default: UInt8(ascii: "&")
    }
  }
}
