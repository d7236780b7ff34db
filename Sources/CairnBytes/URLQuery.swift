/// The query of a URL, as browsers write forms into it.
package enum URLQuery {
  /// The decoded names and values of a query, in order.
  ///
  /// A `+` is a space. A `%` that isn't followed by two hexadecimal digits stays as it is, and a name or
  /// value that doesn't decode to UTF-8 stays encoded. A name without `=` has an empty value.
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

  /// The decoded names and values of a query that is a part of a string.
  package static func items(_ query: Substring.UTF8View) -> [(name: String, value: String)] {
    query.withContiguousBytes { items($0) }
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    // A part of valid UTF-8 may be invalid by itself (`%C3&%A9`); it is repaired, not refused.
    return PercentCoding.text(bytes, plusIsSpace: true, malformed: .keep)
      ?? String(decoding: bytes, as: UTF8.self)
  }
}
