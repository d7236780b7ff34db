#if canImport(Glibc)
  import Glibc
#endif

/// The `Content-Length` field of a head that libmicrohttpd hasn't read yet.
enum LengthField {
  private static let name = "content-length:"

  /// Moves whitespace from the end of the value to its beginning, which is also permitted. libmicrohttpd 0.9.75
  /// rejects `Content-Length: 5 `, which is valid.
  ///
  /// - Parameter fields: The part of the head that has arrived after its first line, terminated by a zero.
  static func moveWhitespace(in fields: UnsafeMutablePointer<CChar>) {
    var line = fields
    // An empty line ends the head, and data follows.
    while line[0] != carriageReturn, let end = strchr(line, 0x0a) {
      defer { line = end + 1 }
      guard end - line > name.utf8.count, end[-1] == carriageReturn,
        strncasecmp(line, name, name.utf8.count) == 0
      else { continue }
      let start = line + name.utf8.count
      var valueEnd = end - 1
      while valueEnd > start, valueEnd[-1] == 0x20 || valueEnd[-1] == 0x09 { valueEnd -= 1 }
      let spaces = end - 1 - valueEnd
      guard spaces > 0, valueEnd > start else { continue }
      memmove(start + spaces, start, valueEnd - start)
      memset(start, 0x20, spaces)
    }
  }

  private static let carriageReturn: CChar = 0x0d
}
