import CairnSecurity

@testable import CairnHTTP
@testable import CairnServer

/// The `Cookie` field, and the session in it.
struct Cookies: FuzzTarget {
  static let name = "cookies"

  static let cookie = SessionCookie(
    port: 8080, isSecure: false,
    key: (ServerSecret(Array("the secret of a server that is fuzzed".utf8)) ?? ServerSecret())
      .key(for: .session))
  static let session = SessionName(
    id: SessionID(bits: 0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF),
    lineage: SessionID(bits: 0xFEDC_BA98_7654_3210_FEDC_BA98_7654_3210))

  static func seeds() -> [[UInt8]] {
    let (name, value) = (cookie.name, cookie.value(for: session))
    return [
      "\(name)=\(value)", "a=b; \(name)=\"\(value)\"", "\(name)=x; \(name)=\(value); c",
    ].map { Array($0.utf8) }
  }

  func run(_ bytes: [UInt8]) {
    let field = bytes.text
    let cookies = Self.cookies(field)
    require(
      cookies.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } <= field.utf8.count,
      "the cookies are longer than the field")
    for text in cookies.flatMap({ [$0.name, $0.value] }) {
      require(!text.utf8.contains(UInt8(ascii: ";")), "a cookie contains a semicolon")
      let isPadded = [text.utf8.first, text.utf8.last].compactMap(\.self).contains {
        " \t".utf8.contains($0)
      }
      require(!isPadded, "a cookie has spaces around it")
    }
    require(!cookies.contains { $0.name.utf8.contains(UInt8(ascii: "=")) }, "a name contains =")
    let again = Self.cookies(cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
    require(
      again.elementsEqual(cookies) { $0.name.isSame(as: $1.name) && $0.value.isSame(as: $1.value) },
      "the cookies differ when they are written again")

    let (name, value) = (Self.cookie.name, Self.cookie.value(for: Self.session))
    if let found = Self.cookie.session(inHeader: field) {
      require(field.contains(Self.cookie.value(for: found)), "a session is forged")
    }
    require(
      Self.cookie.session(inHeader: "\(name)=\(value); \(field)") == Self.session,
      "a session isn't read from the first cookie")
    if cookies.count(where: { $0.name.isSame(as: name) }) < 4 {
      require(
        Self.cookie.session(inHeader: "\(field); \(name)=\(value)") != nil,
        "a cookie after others isn't found")
    }
  }

  private static func cookies(_ field: String) -> [(name: String, value: String)] {
    HTTPRequest(target: "/", headers: ["Cookie": field])?.cookies ?? []
  }
}
