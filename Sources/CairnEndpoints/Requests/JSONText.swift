import CairnBytes
import CairnHTTP

/// JSON as a client sends it.
enum JSONText {
  /// Returns whether the body is UTF-8 whose strings are in the stream-safe format. Applications compare the strings,
  /// which takes quadratic time otherwise. See `StreamSafe`.
  ///
  /// Escaped characters count like others. The text isn't parsed, so the answer is a bit too strict if a backslash is
  /// escaped.
  static func isStreamSafe(_ body: [UInt8]) -> Bool {
    // Foundation also reads UTF-16 and UTF-32. Their JSON always contains zero bytes, and JSON in UTF-8 never does.
    guard !body.contains(0) else { return false }
    guard let text = String(validating: body, as: UTF8.self) else { return false }
    guard body.contains(UInt8(ascii: "\\")) else { return StreamSafe.isSafe(text) }
    return StreamSafe.isSafe(unescaped(body))
  }

  /// Returns the text with the characters that escapes such as `\u0301` are for.
  private static func unescaped(_ body: [UInt8]) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(body.count)
    var rest = body[...]
    var plain = rest.startIndex
    /// Appends the bytes before an escape.
    func flush(_ end: Int) {
      units.append(contentsOf: String(decoding: body[plain..<end], as: UTF8.self).utf16)
    }
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      let digits = body[backslash...].dropFirst(2).prefix(4)
      if body[backslash...].dropFirst().first == UInt8(ascii: "u"), digits.count == 4,
        let unit = hexadecimal(digits)
      {
        flush(backslash)
        units.append(unit)
        plain = digits.endIndex
        rest = body[plain...]
      } else {
        rest = body[backslash...].dropFirst()
      }
    }
    flush(body.endIndex)
    return String(decoding: units, as: UTF16.self)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt16? {
    var value: UInt16 = 0
    for digit in digits {
      guard let digit = HexDigit.value(digit) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
