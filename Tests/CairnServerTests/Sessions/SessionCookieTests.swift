import CairnHTTP
import CairnSecurity
import CairnServer
import Testing

@Suite struct SessionCookieTests {
  let cookie: SessionCookie
  let id = SessionName.random()
  var value: String { cookie.value(for: id) }

  init() {
    cookie = SessionCookie(port: 8080, isSecure: false, key: ServerSecret().key(for: .session))
  }

  @Test func `The cookie's name contains the port`() {
    #expect(
      cookie.setCookie(for: id)
        == "cairn-8080=\(value); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
  }

  @Test func `Under TLS, the cookie's name binds it to the host`() {
    let key = ServerSecret().key(for: .session)
    let cookie = SessionCookie(port: 443, isSecure: true, key: key, maxAge: 60)
    #expect(
      cookie.setCookie(for: id)
        == "__Host-cairn=\(cookie.value(for: id)); Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure"
    )
    #expect(!cookie.setCookie(for: id).contains("Domain"))
  }

  @Test(arguments: [("/shop", "shop"), ("/shop/new", "shop-new"), ("/a.b_c", "a.b_c")])
  func `Below a prefix, the cookie's name and path are its own`(
    path: String, suffix: String
  ) throws {
    let key = ServerSecret().key(for: .session)
    let prefix = try #require(PathPrefix(path))
    let secure = SessionCookie(port: 443, isSecure: true, key: key, maxAge: 60, prefix: prefix)
    #expect(
      secure.setCookie(for: id)
        == "__Secure-cairn-\(suffix)=\(secure.value(for: id)); Path=\(path); Max-Age=60; HttpOnly; "
        + "SameSite=Lax; Secure")
    let plain = SessionCookie(port: 8080, isSecure: false, key: key, maxAge: 60, prefix: prefix)
    #expect(
      plain.setCookie(for: id)
        == "cairn-8080-\(suffix)=\(plain.value(for: id)); Path=\(path); Max-Age=60; HttpOnly; "
        + "SameSite=Lax")
    // A browser also sends the cookies of a server at an outer prefix, which can share the secret.
    for other in ["__Host-cairn", "__Secure-cairn", "__Secure-cairn-\(suffix)-x"] {
      #expect(secure.session(inHeader: "\(other)=\(secure.value(for: id))") == nil)
    }
    #expect(
      secure.session(inHeader: "__Host-cairn=x; \(secure.name)=\(secure.value(for: id))") == id)
  }

  @Test func `An ID is read from its cookie`() {
    #expect(value.utf8.count == 43)
    #expect(cookie.session(inHeader: "cairn-8080=\(value)") == id)
  }

  @Test func `The cookie of a renewed session contains its first ID too`() throws {
    let renewed = id.renewed(as: .random())
    let value = cookie.value(for: renewed)
    #expect(value.utf8.count == 64)
    #expect(cookie.session(inHeader: "cairn-8080=\(value)") == renewed)
    #expect(renewed.id != id.id)
    #expect(renewed.renewed(as: .random()).lineage == id.id)
    // The signature of one ID isn't valid for another.
    let bytes = try #require(Base64URL.decode(value))
    for made in [bytes.prefix(32), bytes.suffix(32), bytes.prefix(16) + bytes.suffix(16)] {
      let text = Base64URL.encode(Array(made))
      #expect(cookie.session(inHeader: "cairn-8080=\(text)") == nil)
    }
  }

  @Test func `Malformed Cookie header fields are tolerated`() {
    let headers = [
      "a=b; cairn-8080=\(value); c=d", "cairn-8080=\(value);", ";;; cairn-8080=\(value) ;",
      " \t cairn-8080 = \(value)\t", "cairn-8080=\"\(value)\"", "novalue; cairn-8080=\(value)",
      "é=ü; cairn-8080=\(value)", "=; cairn-8080=\(value)", "cairn-80=x;cairn-8080=\(value)",
      "\u{0}\u{1}=\u{7f}; cairn-8080=\(value)",
      String(repeating: ";", count: 5000)
        + "cairn-8080=\(value)",
    ]
    for header in headers {
      #expect(cookie.session(inHeader: header) == id, "\(header.debugDescription)")
    }
  }

  @Test func `A cookie that the server didn't sign has no session`() {
    let made = Base64URL.encode(RandomToken.bytes(32))
    let bare = Base64URL.encode(id.bytes)
    let otherPort = "cairn-8081=\(value)"
    let headers = [
      "", "cairn-8080", "cairn-8080=", "cairn-8080=\(made)", "cairn-8080=\(bare)",
      "cairn-8080=\(value)x", "cairn-8080=\(value.dropLast())", "cairn-8080=\(value)=",
      "cairn-8080=\"", "cairn-8080=\"\"", "cairn-8080=\"\(value)", otherPort,
      "CAIRN-8080=\(value)", "xcairn-8080=\(value)", "cairn-8080=\(value.lowercased())!",
      "cairn-8080 x=\(value)", "cairn-8080=é\(value.dropFirst(2))",
    ]
    for header in headers {
      #expect(cookie.session(inHeader: header) == nil, "\(header.debugDescription)")
    }
  }

  @Test func `A cookie that was signed with another secret has no session`() {
    let other = SessionCookie(
      port: 8080, isSecure: false, key: ServerSecret().key(for: .session))
    #expect(other.session(inHeader: "cairn-8080=\(value)") == nil)
  }

  @Test func `If there are several cookies, the first signed one counts`() {
    let second = SessionName.random()
    let made = Base64URL.encode(RandomToken.bytes(32))
    #expect(cookie.session(inHeader: "cairn-8080=\(made); cairn-8080=\(value)") == id)
    #expect(
      cookie.session(
        inHeader: "cairn-8080=\(cookie.value(for: second)); cairn-8080=\(value)") == second)
  }

  @Test func `Invalid cookies with its name don't hide the valid one`() {
    let made = "cairn-8080=\(Base64URL.encode(RandomToken.bytes(32))); "
    // This is as many as fit into a header.
    let junk = String(repeating: made, count: 16 * 1024 / made.utf8.count)
    #expect(cookie.session(inHeader: junk + "cairn-8080=\(value)") == id)
  }

  @Test func `The description of an ID contains only part of it`() {
    #expect(SessionID(bits: 0xabc << 96).description == "00000abc…")
    #expect(SessionName(bytes: id.bytes[...]) == id)
    #expect(SessionID(bytes: [1, 2, 3]) == nil)
  }
}
