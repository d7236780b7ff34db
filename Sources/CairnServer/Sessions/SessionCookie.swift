package import CairnHTTP
package import CairnSecurity

/// The cookie with a session's name. It defines the cookie's own name and attributes, and how to parse it.
///
/// The server sets the cookie with the first page for a browser without a session. It also sets it in the response to a
/// form that has given the session another ID. Other responses don't set it, because caches and browsers treat
/// responses with cookies differently.
package final class SessionCookie: Sendable {
  /// The cookie's name, which is `__Host-cairn` under TLS, and `cairn-PORT` otherwise. Cookies don't depend on ports,
  /// and two servers on one machine must not overwrite each other's cookies.
  ///
  /// Under a prefix such as `/shop`, the names are `__Secure-cairn-shop` and `cairn-PORT-shop`. Browsers require
  /// `__Host-` cookies to have the path `/`. Servers whose prefixes are nested have different names.
  package let name: String
  /// The path of the requests that contain the cookie.
  let path: String
  package let isSecure: Bool
  /// The lifetime of the cookie, in seconds. Browsers cap it at 400 days.
  package let maxAge: Int

  /// The cookie with the version of the session that the browser has seen.
  let seen: SeenVersion

  private let key: ServerSecret.Key
  private let nameBytes: [UInt8]
  private let attributes: String

  /// The maximum lifetime that browsers accept, which is 400 days (RFC 6265bis, section 5.5).
  package static let maximumAge = 400 * 24 * 60 * 60

  /// The maximum number of cookies with this name that are checked in a request. Each check takes one or two
  /// microseconds, and a header has space for about 300 cookies. The limit is higher than that, so that cookies from
  /// other sites can't hide the server's own.
  private static let maximumCandidates = 320

  /// - Parameter key: The secret's key for ``ServerSecret/Purpose/session``.
  package init(
    port: UInt16, isSecure: Bool, key: ServerSecret.Key, maxAge: Int = maximumAge,
    prefix: PathPrefix = .none
  ) {
    let suffix = prefix.segments.map { "-\($0)" }.joined()
    path = prefix == .none ? "/" : prefix.path
    name =
      if isSecure {
        prefix == .none ? "__Host-cairn" : "__Secure-cairn\(suffix)"
      } else {
        "cairn-\(port)\(suffix)"
      }
    self.isSecure = isSecure
    self.maxAge = maxAge
    self.key = key
    nameBytes = Array(name.utf8)
    attributes =
      "; Path=\(path); Max-Age=\(maxAge); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    seen = SeenVersion(nextTo: name, attributes: attributes)
  }

  /// Returns the cookie's value in base64url. It has 43 characters for an ID and its signature, or 64 characters if it
  /// also contains the first ID.
  package func value(for session: SessionName) -> String {
    var bytes = session.bytes
    Signature.append(to: &bytes, key: key)
    return Base64URL.encode(bytes)
  }

  /// Returns the value of the `Set-Cookie` header that gives a browser a session.
  package func setCookie(for session: SessionName) -> String {
    "\(name)=\(value(for: session))\(attributes)"
  }

  /// Returns whether a `Cookie` header has a cookie with this name, without checking its signature.
  package func isIn(_ header: String?) -> Bool {
    header?.utf8.split(separator: UInt8(ascii: ";")).contains { cookie in
      cookie.drop { $0 == UInt8(ascii: " ") }.starts(with: nameBytes + [UInt8(ascii: "=")])
    } ?? false
  }

  /// Returns the session in a cookie's value, or `nil` if the server didn't sign it.
  /// - Parameter known: Returns the known cookie value of a session. If it matches, the signature isn't computed again.
  private func session(
    inValue value: Slice<UnsafeBufferPointer<UInt8>>, known: (SessionID) -> String?
  ) -> SessionName? {
    // The two lengths of signed values differ, so they can't be confused.
    guard
      SessionName.lengths.contains(where: {
        value.count == Base64URL.encodedLength($0 + Signature.length)
      }),
      let bytes = Base64URL.decode(UnsafeBufferPointer(rebasing: value)),
      let session = SessionName(bytes: bytes.dropLast(Signature.length))
    else { return nil }
    if var known = known(session.id), known.withUTF8({ value.elementsEqual($0) }) { return session }
    return Signature.verify(bytes, key: key) == nil ? nil : session
  }

  /// Returns the session in a `Cookie` header, or `nil` if the header has no cookie that the server signed.
  ///
  /// Other cookies are skipped. If several cookies have this name, the first signed one counts, because a server on a
  /// sibling domain may have set the others.
  /// - Parameter known: Returns the known cookie value of a session.
  package func session(
    inHeader header: String, known: (SessionID) -> String? = { _ in nil }
  ) -> SessionName? {
    var header = header
    return header.withUTF8 { session(in: $0[...], known: known) }
  }

  private func session(
    in header: Slice<UnsafeBufferPointer<UInt8>>, known: (SessionID) -> String?
  ) -> SessionName? {
    var candidates = 0
    var rest = header
    while !rest.isEmpty {
      let pair = rest.prefix { $0 != UInt8(ascii: ";") }
      rest = rest[pair.endIndex...].dropFirst()
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
        Self.trimmed(pair[..<equals]).elementsEqual(nameBytes)
      else { continue }
      var value = Self.trimmed(pair[(equals + 1)...])
      if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
        value = value.dropFirst().dropLast()
      }
      if let session = session(inValue: value, known: known) { return session }
      candidates += 1
      guard candidates < Self.maximumCandidates else { return nil }
    }
    return nil
  }

  /// Returns whether a session's cookie in a header isn't signed with the secret that signs now, so that the browser
  /// needs a new cookie before the other secret can be removed.
  package func isOutdated(_ session: SessionName, inHeader header: String?) -> Bool {
    guard key.hasOthers, let header else { return false }
    return !header.contains(value(for: session))
  }

  private static func trimmed(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = text.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start }
    return start[...last]
  }
}
