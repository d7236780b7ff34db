/// How a client recognizes the end of a produced response, whose size isn't known.
enum StreamFraming {
  /// The connection ends, for clients of HTTP/1.0. If the response was broken off, the connection is reset instead.
  case untilEnd
  /// Each part is a chunk, as specified by RFC 9112, section 7.1.
  case chunks

  /// The bytes before a part.
  func beginning(ofSize size: Int) -> [UInt8] {
    self == .chunks ? Array("\(String(size, radix: 16))\r\n".utf8) : []
  }

  /// The bytes after a part.
  var ending: [UInt8] { self == .chunks ? [0x0D, 0x0A] : [] }

  /// The bytes after the last part of a complete response.
  var endMark: [UInt8] { self == .chunks ? Array("0\r\n\r\n".utf8) : [] }
}
