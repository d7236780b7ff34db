import CairnBytes

extension HTTPRequest {
  /// All `Cookie` fields joined into a single one, as RFC 6265 requires, or `nil` if there are no such fields.
  package var cookieField: String? {
    let fields = headers.values(of: "Cookie")
    return fields.count <= 1 ? fields.first : fields.joined(separator: "; ")
  }

  /// The names and values of all `Cookie` fields, in order. Values aren't decoded, and keep their quotation marks.
  public var cookies: [(name: String, value: String)] {
    (cookieField ?? "").utf8.split(separator: UInt8(ascii: ";")).compactMap { pair in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      return (
        name: Self.trimmed(pair[..<equals]),
        value: Self.trimmed(pair[pair.index(after: equals)...])
      )
    }
  }

  /// Returns the value of the first cookie with this name, or `nil` if there is no such cookie.
  public func cookie(_ name: String) -> String? {
    cookies.first { $0.name.hasSameBytes(as: name) }?.value
  }

  private static func trimmed(_ text: Substring.UTF8View.SubSequence) -> String {
    var text = text
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
