import CairnHTTP
package import CairnSessions

/// What a page says about itself when its form comes back: which scene it showed, and which layers.
///
/// The token is signed, not encrypted: whoever has the page may read it, nobody can change it. Its
/// signature covers the session too, so a page is worth nothing with another session's cookie.
package struct PageToken: Hashable, Sendable {
  /// The mark of the page's scene; nil while the scene is unborn.
  package var scene: String?
  /// The scene's revision that the page was made of.
  package var revision: UInt64
  /// The identities of the page's layers, from the base to the top.
  package var layers: [UInt64]
  /// The page's path and query.
  package var location: String
  /// Names this one answer, so that a repeated POST is recognised: by the process that gave it, and
  /// the time of its issue. It is no secret.
  package var nonce: UInt128
  /// When the page was made, in microseconds since 1970, in the order of ``IssueClock``.
  package var issued: UInt64

  package init(
    scene: String?, revision: UInt64, layers: [UInt64], location: String,
    nonce: UInt128? = nil, issued: UInt64 = IssueClock.next()
  ) {
    self.scene = scene
    self.revision = revision
    self.layers = layers
    self.location = location
    self.nonce = nonce ?? Self.process << 64 | UInt128(issued)
    self.issued = issued
  }

  /// What tells this process from others, and from itself before a restart.
  private static let process = RandomToken.bits128()

  /// What signs the pages of one session.
  package struct Key: Sendable {
    let key: ServerSecret.Key
    let session: [UInt8]

    /// - Parameters:
    ///   - key: The secret's key for ``ServerSecret/Purpose/page``.
    ///   - session: The first id of the session, so that its pages outlive a renewal.
    package init(_ key: ServerSecret.Key, session: SessionID) {
      self.key = key
      self.session = session.bytes
    }
  }

  /// The mark of the scene that a submission of the page begins, where the page has none yet or its
  /// scene has left it. It follows from the page, so that Back to the page finds that scene again.
  package var offspring: StoredScene.Mark {
    var hasher = SHA256()
    withUnsafeBytes(of: nonce.bigEndian) { hasher.update($0) }
    return StoredScene.Mark(known: RandomToken.mark(of: hasher.finalize().first64Bits))
  }

  package enum Failure: Error, Hashable, Sendable, CaseIterable {
    /// It is no token of ours, or one that another version of the server wrote.
    case malformed
    /// It was changed, or it belongs to another session or another secret.
    case wrongSignature
    /// It is longer than any token, or what it should say is longer than a token may be.
    case tooLong
  }

  /// The longest mark, in UTF-8 bytes.
  package static let maximumScene = RandomToken.maximumMarkLength
  /// The most layers.
  package static let maximumLayers = 64
  /// The longest location, in UTF-8 bytes: 4,096 for the path, and the limit of `LocationWriter` for the query.
  package static let maximumLocation = 4096 + 2048

  /// The longest text that ``seal(key:)`` returns, in characters.
  package static let maximumLength = Base64URL.encodedLength(
    1 + 16 + 10 + 10 + 1 + maximumScene + 1 + maximumLayers * 8 + maximumLocation
      + Signature.length)

  /// The token as text in base64url, for the form's hidden field.
  ///
  /// - Throws: ``Failure/tooLong`` where mark, layers or location go beyond their limits.
  package func seal(key: Key) throws(Failure) -> String {
    var bytes = try encoded()
    Signature.append(to: &bytes, prefix: key.session, key: key.key)
    return Base64URL.encode(bytes)
  }

  /// Reads a token that a form brought back, after its signature is found to be right.
  package static func open(_ text: String, key: Key) throws(Failure) -> PageToken {
    guard text.utf8.count <= maximumLength else { throw .tooLong }
    guard let bytes = Base64URL.decode(text) else { throw .malformed }
    guard bytes.count > Signature.length else { throw .malformed }
    guard let data = Signature.verify(bytes, prefix: key.session, key: key.key) else {
      throw .wrongSignature
    }
    guard let token = PageToken(encoded: data) else { throw .malformed }
    return token
  }
}
