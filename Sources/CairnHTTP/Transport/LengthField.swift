#if canImport(Glibc)
  import Glibc
#endif

/// The `Content-Length` field of a head that libmicrohttpd hasn't read yet.
enum LengthField {
  private static let name = "content-length:"

  /// Moves whitespace after the value to before it, where it means nothing either: libmicrohttpd 0.9.75
  /// rejects `Content-Length: 5 `, which is valid.
  /// - Parameter fields: What has arrived of the head after its first line. A zero ends it.
  static func moveWhitespace(in fields: UnsafeMutablePointer<CChar>) {
    var line = fields
    // An empty line ends the head; what follows is data.
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
