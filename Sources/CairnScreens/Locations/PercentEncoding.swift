/// Percent-encoding, RFC 3986 section 2.1, of UTF-8.
enum PercentEncoding {
  /// Appends a text in which all but letters, digits and `-._~` of ASCII is encoded.
  static func append(_ text: String, to result: inout String) {
    guard text.utf8.contains(where: { !isUnreserved($0) }) else {
      result += text
      return
    }
    for byte in text.utf8 {
      if isUnreserved(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%"
        result.unicodeScalars.append(digits[Int(byte >> 4)])
        result.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
  }

  /// The decoded text; nil where a `%` is not followed by two hex digits, or what comes out is not
  /// UTF-8.
  static func decoded(_ text: Substring.UTF8View) -> String? {
    decoded(text, isForm: false)
  }

  /// The decoded text of a form's field: `+` is a space, and what can not be decoded stays.
  static func formDecoded(_ text: Substring.UTF8View) -> String {
    decoded(text, isForm: true) ?? String(Substring(text))
  }

  private static func decoded(_ text: Substring.UTF8View, isForm: Bool) -> String? {
    guard text.contains(where: { $0 == percent || (isForm && $0 == plus) }) else {
      return String(Substring(text))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case percent:
        if let value = hexPair(rest) {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else if isForm {
          bytes.append(byte)
        } else {
          return nil
        }
      case plus where isForm: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexPair(_ text: Substring.UTF8View) -> UInt8? {
    var digits = text.prefix(2).compactMap { digit($0) }
    guard let low = digits.popLast(), let high = digits.popLast() else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static var percent: UInt8 { UInt8(ascii: "%") }
  private static var plus: UInt8 { UInt8(ascii: "+") }
  private static let digits = Array("0123456789ABCDEF".unicodeScalars)
}
