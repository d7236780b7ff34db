import IssueReporting

/// Which attributes may be written, and with what values.
enum AttributeRules {
  /// Whether the attribute is `class`, whose values are joined.
  static func isClass(_ name: StaticString) -> Bool { equals(name, "class") }

  /// Whether the attribute may be written; a reported issue says why not.
  static func allows(_ name: StaticString) -> Bool {
    let isCode = name.withUTF8Buffer {
      $0.count > 2 && $0[0] | 0x20 == 0x6F && $0[1] | 0x20 == 0x6E
    }
    guard isCode || equals(name, "style") || equals(name, "srcdoc") else { return true }
    reportIssue(
      """
      The attribute "\(name)" was left out of the page.

      Pages run no inline code and have no inline styles: their Content-Security-Policy forbids \
      both.

      Use a class and the style sheet, or a Button for what should happen.
      """)
    return false
  }

  /// Whether the attribute's value is a URL.
  static func isURL(_ name: StaticString) -> Bool {
    urls.contains { equals(name, $0) }
  }

  static func equals(_ left: StaticString, _ right: StaticString) -> Bool {
    guard left.utf8CodeUnitCount == right.utf8CodeUnitCount else { return false }
    return left.withUTF8Buffer { left in
      right.withUTF8Buffer { right in
        zip(left, right).allSatisfy { ($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) == $1 }
      }
    }
  }

  private static let urls: [StaticString] = [
    "href", "src", "action", "formaction", "poster", "cite", "data", "ping", "xlink:href",
    "background", "manifest",
  ]
}

extension ByteBuffer {
  /// Appends ` name="value"`, if the attribute is a safe one.
  mutating func append(attribute name: StaticString, _ value: String?) {
    guard AttributeRules.allows(name) else { return }
    append(byte: 0x20)
    append(name)
    guard let value else { return }
    append("=\"")
    appendAttribute(AttributeRules.isURL(name) ? SafeURL.checked(value) : value)
    append("\"")
  }
}
