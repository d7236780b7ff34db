import CMicroHTTPD
import CairnBytes

/// What the fields of a request's head say of where its body ends: read once more, and as strictly as
/// RFC 9112 has it.
///
/// libmicrohttpd forgives: spaces before a colon, lines that end in a bare LF, folded lines, bytes of
/// zero. Whoever stands in front of the server may read the same bytes otherwise, and take one request
/// for two. So what libmicrohttpd has read is read again where it lies, in the connection's memory: it
/// writes a zero in the place of each byte that ends something, so a field there is
/// `name 0 value 0 0`, and the head ends with two zeros more.
///
/// Since 1.0, libmicrohttpd rejects most of that itself, and leaves its memory in another form. Then only
/// the names and the values are checked: see ``HeadReading``.
struct HeadScan {
  /// How many fields there are.
  private(set) var count = 0
  private(set) var hosts = 0
  private(set) var hasValidHost = true
  /// The `Content-Length` fields; the value is that of the last one.
  private(set) var lengths = 0
  private(set) var length: UnsafeBufferPointer<UInt8>?
  /// The `Transfer-Encoding` fields, and whether all that they say is `chunked`.
  private(set) var codings = 0
  private(set) var isChunked = false

  /// Whether a body is announced, be it rightly or not.
  var announcesBody: Bool { lengths > 0 || codings > 0 }

  /// The announced size of the body, where it can be read.
  var bodySize: Int? { length.flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

  /// Reads the fields, from behind the request line to behind the empty line; nil where anything is not
  /// as it has to be.
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

  /// Checks the fields as libmicrohttpd has read them; nil if a name isn't a token, or a value has a control
  /// character.
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

  /// Takes what is of a kind, and the zero after it; nil where something else follows.
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
    }
  }
}

extension UInt8 {
  /// Whether the byte may be in a token, RFC 9110 section 5.6.2.
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

  /// Whether the byte may be in a field's value: no control but the tab, RFC 9110 section 5.5.
  var isFieldByte: Bool { self >= 0x20 && self != 0x7f || self == 0x09 }

  /// Whether the byte may be in a host and port, RFC 3986 section 3.2: no user's name before it.
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
