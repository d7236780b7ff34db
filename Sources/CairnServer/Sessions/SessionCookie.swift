package import CairnSecurity

/// The cookie that brings a session's name back: its own name, its attributes, and how it is read.
///
/// It is set with the first page that a browser without a session gets, and with the answer to a form that
/// has given the session another id: an answer that sets a cookie is one that caches and browsers treat as
/// special.
package final class SessionCookie: Sendable {
  /// `__Host-cairn` under TLS, else `cairn-PORT`: cookies do not know ports, and two servers on
  /// one machine must not overwrite each other's.
  package let name: String
  package let isSecure: Bool
  /// How long a browser keeps the cookie, in seconds. Browsers cap it at 400 days.
  package let maxAge: Int

  private let key: ServerSecret.Key
  private let nameBytes: [UInt8]

  /// 400 days, the most that browsers grant (RFC 6265bis, section 5.5).
  package static let maximumAge = 400 * 24 * 60 * 60

  /// How many cookies of our name are tried in one request. Each costs a signature, a microsecond or
  /// two; a header has room for some three hundred, and somebody else's must not hide ours.
  private static let maximumCandidates = 320

  /// - Parameter key: The secret's key for ``ServerSecret/Purpose/session``.
  package init(
    port: UInt16, isSecure: Bool, key: ServerSecret.Key, maxAge: Int = maximumAge
  ) {
    name = isSecure ? "__Host-cairn" : "cairn-\(port)"
    self.isSecure = isSecure
    self.maxAge = maxAge
    self.key = key
    nameBytes = Array(name.utf8)
  }

  /// The cookie's value in base64url: the id and its signature in 43 characters, or the id, the lineage
  /// and their signature in 64.
  package func value(for session: SessionName) -> String {
    var bytes = session.bytes
    Signature.append(to: &bytes, key: key)
    return Base64URL.encode(bytes)
  }

  /// The value of the `Set-Cookie` header that gives a browser a session.
  package func setCookie(for session: SessionName) -> String {
    let secure = isSecure ? "; Secure" : ""
    return
      "\(name)=\(value(for: session)); Path=/; Max-Age=\(maxAge); HttpOnly; SameSite=Lax\(secure)"
  }

  /// Whether there is one of its name, whoever has signed it.
  package func isIn(_ header: String?) -> Bool {
    header?.utf8.split(separator: UInt8(ascii: ";")).contains { cookie in
      cookie.drop { $0 == UInt8(ascii: " ") }.starts(with: nameBytes + [UInt8(ascii: "=")])
    } ?? false
  }

  /// The session that a cookie's value names; `nil` if the server didn't sign it.
  /// - Parameter known: The value that a session's cookie is known to have. A signature isn't computed again if the value
  ///   is the same.
  private func session(
    inValue value: Slice<UnsafeBufferPointer<UInt8>>, known: (SessionID) -> String?
  ) -> SessionName? {
    // Signed texts of two lengths: neither can be taken for one of the other.
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

  /// The session in a `Cookie` header; `nil` if it has none that the server signed.
  ///
  /// Whatever else is in the header is skipped. Of several cookies with the name, the first one that is signed counts:
  /// someone else's server on a sibling domain may have set another.
  /// - Parameter known: The value that a session's cookie is known to have.
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

  private static func trimmed(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = text.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start }
    return start[...last]
  }
}
