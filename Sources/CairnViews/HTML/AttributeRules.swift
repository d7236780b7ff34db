import IssueReporting

/// Decides which attributes are allowed, and which values they can have.
enum AttributeRules {
  /// Returns whether the attribute is `class`, whose values are joined.
  static func isClass(_ name: StaticString) -> Bool { equals(name, "class") }

  /// Returns whether the attribute begins with `aria-` or `data-`, and therefore has no special meaning.
  static func isPlain(_ name: StaticString) -> Bool {
    guard name.hasPointerRepresentation, name.utf8CodeUnitCount > 5 else { return false }
    let start = UnsafeRawPointer(name.utf8Start).loadUnaligned(as: UInt32.self)
    return name.utf8Start[4] == UInt8(ascii: "-") && (start == aria || start == data)
  }

  private static let aria = word("aria")
  private static let data = word("data")

  /// Returns the first four bytes of a name, in memory order.
  private static func word(_ name: StaticString) -> UInt32 {
    UnsafeRawPointer(name.utf8Start).loadUnaligned(as: UInt32.self)
  }

  /// Returns whether the attribute is allowed. If it isn't, an issue with the reason is reported.
  static func allows(_ name: StaticString) -> Bool {
    let isCode = name.withUTF8Buffer {
      $0.count > 2 && $0[0] | 0x20 == 0x6F && $0[1] | 0x20 == 0x6E
    }
    guard isCode || equals(name, "style") || equals(name, "srcdoc") else { return true }
    reportIssue(
      """
      The attribute "\(name)" was omitted from the page.

      Pages can't have inline scripts or inline styles, because their Content-Security-Policy forbids \
      both.

      Use a class and the style sheet for styles, and a 'Button' for actions.
      """)
    return false
  }

  /// Returns whether the attribute's value is a URL.
  static func isURL(_ name: StaticString) -> Bool {
    urls.contains { equals(name, $0) }
  }

  /// Returns whether a name equals a lowercase name, ignoring case.
  @inline(__always)
  static func equals(_ name: StaticString, _ lowercased: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    guard count == lowercased.utf8CodeUnitCount, count > 0 else { return false }
    let left = name.utf8Start
    let right = lowercased.utf8Start
    for index in 0..<count {
      let byte = left[index]
      guard (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) == right[index] else {
        return false
      }
    }
    return true
  }

  private static let urls: [StaticString] = [
    "href", "src", "action", "formaction", "poster", "cite", "data", "ping", "xlink:href",
    "background", "manifest",
  ]
}

extension ByteBuffer {
  /// Appends ` name="value"` if the attribute is safe.
  mutating func append(attribute name: StaticString, _ value: String?) {
    let isPlain = AttributeRules.isPlain(name)
    guard isPlain || AttributeRules.allows(name) else { return }
    append(byte: 0x20)
    append(name: name)
    guard let value else { return }
    append("=\"")
    appendAttribute(!isPlain && AttributeRules.isURL(name) ? SafeURL.checked(value) : value)
    append("\"")
  }
}
