/// The query of a URL, in the format that browsers use for forms.
package enum URLQuery {
  /// Returns the decoded names and values of a query, in order.
  ///
  /// A `+` is decoded as a space. A `%` that isn't followed by two hexadecimal digits is kept. A name or value that
  /// doesn't decode to valid UTF-8 stays encoded. A name without `=` has an empty value.
  package static func items(
    _ query: UnsafeBufferPointer<UInt8>
  ) -> [(name: String, value: String)] {
    query.split(separator: UInt8(ascii: "&")).map { item in
      let equals = item.firstIndex(of: UInt8(ascii: "="))
      return (
        name: text(item[..<(equals ?? item.endIndex)]),
        value: equals.map { text(item[($0 + 1)...]) } ?? ""
      )
    }
  }

  /// Returns the decoded names and values of a query that's part of a string.
  package static func items(_ query: Substring.UTF8View) -> [(name: String, value: String)] {
    query.withContiguousBytes { items($0) }
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    // Part of a valid UTF-8 string can be invalid, such as `%C3&%A9`. It's repaired instead of rejected.
    return PercentCoding.text(bytes, plusIsSpace: true, malformed: .keep)
      ?? String(decoding: bytes, as: UTF8.self)
  }
}
