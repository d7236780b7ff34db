import CMicroHTTPD
import CairnBytes

/// The fields of a request's head that determine where its body ends and how it's read, read again as strictly as RFC
/// 9112 requires.
///
/// libmicrohttpd accepts spaces before a colon, lines that end in a bare LF, folded lines, and zero bytes. A proxy in
/// front of the server may interpret these bytes differently, and see two requests as one. The head is therefore read
/// again in the connection's memory. libmicrohttpd replaces the bytes after each part with zeros, so a field is `name 0
/// value 0 0`, and two more zeros end the head.
///
/// Since version 1.0, libmicrohttpd rejects most of this itself, and its memory has a different layout. In that case,
/// only the names and values are checked. See ``HeadReading``.
struct HeadScan {
  /// The number of fields.
  private(set) var count = 0
  private(set) var hosts = 0
  private(set) var hasValidHost = true
  /// The number of `Content-Length` fields, and the value of the last one.
  private(set) var lengths = 0
  private(set) var length: UnsafeBufferPointer<UInt8>?
  /// The number of `Transfer-Encoding` fields, and whether their only value is `chunked`.
  private(set) var codings = 0
  private(set) var isChunked = false
  /// The number of `Content-Type` fields.
  private(set) var contentTypes = 0
  /// Whether there is a `Content-Encoding` field.
  private(set) var hasContentCoding = false

  /// Whether the head announces a body, correctly or not.
  var announcesBody: Bool { lengths > 0 || codings > 0 }

  /// The announced size of the body, if it can be read.
  var bodySize: Int? { length.flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

  /// Reads the fields between the request line and the end of the head, or returns `nil` if they don't have the
  /// required form.
  init?(_ fields: UnsafeBufferPointer<UInt8>) {
    var rest = fields[...]
    while let first = rest.first, first != 0 {
      guard let name = Self.cut(&rest, while: \.isTokenByte), !name.isEmpty else { return nil }
      guard let value = Self.cut(&rest, while: \.isFieldByte), rest.popFirst() == 0
      else { return nil }
      count += 1
      note(UnsafeBufferPointer(rebasing: name), value.trimmed)
    }
    guard rest.count == 2, rest.popFirst() == 0, rest.popFirst() == 0 else { return nil }
  }

  /// Checks the fields that libmicrohttpd has read. The result is `nil` if a name isn't a token, or if a value contains
  /// a control character.
  init?(_ connection: ConnectionPointer) {
    var isValid = true
    connection.forEachHeader { name, value in
      isValid =
        !name.isEmpty && name.allSatisfy(\.isTokenByte) && value.allSatisfy(\.isFieldByte)
      guard isValid else { return false }
      count += 1
      note(name, value[...])
      return true
    }
    guard isValid else { return nil }
  }

  /// Removes and returns the accepted bytes and the zero after them, or returns `nil` if a different byte follows.
  @inline(__always)
  private static func cut(
    _ rest: inout Slice<UnsafeBufferPointer<UInt8>>, while isPart: (UInt8) -> Bool
  ) -> Slice<UnsafeBufferPointer<UInt8>>? {
    var end = rest.startIndex
    while end < rest.endIndex, isPart(rest[end]) { end += 1 }
    guard end < rest.endIndex, rest[end] == 0 else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  private mutating func note(
    _ name: UnsafeBufferPointer<UInt8>, _ value: Slice<UnsafeBufferPointer<UInt8>>
  ) {
    let name = name[...]
    if name.isWord("host") {
      hosts += 1
      hasValidHost = hasValidHost && value.allSatisfy(\.isAuthorityByte)
    } else if name.isWord("content-length") {
      lengths += 1
      length = UnsafeBufferPointer(rebasing: value)
    } else if name.isWord("transfer-encoding") {
      codings += 1
      isChunked = codings == 1 && value.isWord("chunked")
    } else if name.isWord("content-type") {
      contentTypes += 1
    } else if name.isWord("content-encoding") {
      hasContentCoding = true
    }
  }
}

extension UInt8 {
  /// Whether the byte may be in a token, as specified by RFC 9110, section 5.6.2.
  var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether the byte may be in a field value. RFC 9110, section 5.5, allows no control characters except the tab.
  var isFieldByte: Bool { self >= 0x20 && self != 0x7f || self == 0x09 }

  /// Whether the byte may be in a host and port, as specified by RFC 3986, section 3.2. User information isn't allowed.
  var isAuthorityByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "%"), UInt8(ascii: "!"), UInt8(ascii: "$"),
      UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
