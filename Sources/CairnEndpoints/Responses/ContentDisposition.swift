import CairnBytes

/// The `Content-Disposition` field, as specified by RFC 6266.
enum ContentDisposition {
  /// Returns the field for a file that's saved under a name.
  ///
  /// If the name isn't plain ASCII, it's encoded as specified by RFC 8187, and a similar plain name precedes it for old
  /// clients. Slashes and control characters are replaced, because a name isn't a path.
  static func attachment(_ name: String) -> String {
    let name = String(String.UnicodeScalarView(name.unicodeScalars.map(Self.replaced)))
    let plain = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.isASCII && !"\"\\%".unicodeScalars.contains($0) ? $0 : "_" }))
    let field = "attachment; filename=\"\(plain)\""
    guard !plain.hasSameBytes(as: name) else { return field }
    return "\(field); filename*=UTF-8''\(PercentCoding.encoded(name, keeping: isAttributeByte))"
  }

  private static func replaced(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.properties.generalCategory {
    // Names in some languages and some emoji contain joiners.
    case .format where scalar == "\u{200C}" || scalar == "\u{200D}": scalar
    case .control, .format, .lineSeparator, .paragraphSeparator: "_"
    default: scalar == "/" || scalar == "\\" ? "_" : scalar
    }
  }

  /// Returns whether a byte is an `attr-char` of RFC 8187.
  private static func isAttributeByte(_ byte: UInt8) -> Bool {
    PercentCoding.isUnreserved(byte) || "!#$&+^`|".utf8.contains(byte)
  }
}
