import CairnHTTP
package import CairnSessions

/// The token of a page, which identifies the page's scene and layers when its form is submitted.
///
/// The token is signed, but not encrypted. Users can read it, but they can't change it. The signature also covers the
/// session, so a token can't be used with another session's cookie.
package struct PageToken: Hashable, Sendable {
  /// The ID of the page's scene, or `nil` if the page has no scene yet.
  package var scene: String?
  /// The scene's revision when the page was rendered.
  package var revision: UInt64
  /// The identities of the page's layers, from the base to the top.
  package var layers: [UInt64]
  /// The page's path and query.
  package var location: String
  /// A unique number of this page, so that a repeated POST is recognized. It consists of a number for the issuer and
  /// the time of issue, and isn't secret.
  package var nonce: UInt128
  /// The time at which the page was created, in microseconds since 1970, from ``IssueClock``.
  package var issued: UInt64
  /// A hash of the guards that were closed when the page was created, or 0 if there were none.
  package var guards: UInt64

  package init(
    scene: String?, revision: UInt64, layers: [UInt64], location: String,
    nonce: UInt128? = nil, issued: UInt64 = IssueClock.next(), guards: UInt64 = 0,
    issuer: Issuer = .process
  ) {
    self.guards = guards
    self.scene = scene
    self.revision = revision
    self.layers = layers
    self.location = location
    self.nonce = nonce ?? UInt128(issuer.number) << 64 | UInt128(issued)
    self.issued = issued
  }

  /// A random number that identifies a server. It changes when the server restarts.
  package struct Issuer: Sendable {
    fileprivate let number = UInt64(truncatingIfNeeded: RandomToken.bits128())

    package init() {}

    /// The issuer of pages that don't belong to a server.
    package static let process = Issuer()
  }

  /// Returns whether a server has issued this token.
  package func isIssued(by issuer: Issuer) -> Bool {
    UInt64(truncatingIfNeeded: nonce >> 64) == issuer.number
  }

  /// The key for the pages of one session.
  package struct Key: Sendable {
    let key: ServerSecret.Key
    let session: [UInt8]

    /// - Parameters:
    ///   - key: The secret's key for ``ServerSecret/Purpose/page``.
    ///   - session: The first ID of the session, so that its pages stay valid after a renewal.
    package init(_ key: ServerSecret.Key, session: SessionID) {
      self.key = key
      self.session = session.bytes
    }
  }

  /// The ID of a new scene that a form of the page starts. This happens if the page has no scene yet, or if its scene
  /// has moved on.
  ///
  /// It's derived from the page, so that the user finds that scene again after going back to the page.
  package var childSceneID: StoredScene.Mark {
    var hasher = SHA256()
    withUnsafeBytes(of: nonce.bigEndian) { hasher.update($0) }
    return StoredScene.Mark(known: RandomToken.sceneID(of: hasher.finalize().first64Bits))
  }

  package enum Failure: Error, Hashable, Sendable, CaseIterable {
    /// The text isn't a token, or another version of the server wrote it.
    case malformed
    /// The token was changed, or it belongs to another session or another secret.
    case wrongSignature
    /// The text is longer than any token, or the token's contents exceed their limits.
    case tooLong
  }

  /// The maximum length of a scene ID, in UTF-8 bytes.
  package static let maximumScene = RandomToken.maximumSceneIDLength
  /// The maximum number of layers.
  package static let maximumLayers = 64
  /// The maximum length of a location, in UTF-8 bytes. It's 4,096 for the path, and the limit of `LocationWriter` for
  /// the query.
  package static let maximumLocation = 4096 + 2048

  /// The maximum number of characters that ``seal(key:)`` returns.
  package static let maximumLength = Base64URL.encodedLength(
    1 + 8 + 16 + 10 + 10 + 1 + maximumScene + 1 + maximumLayers * 8 + maximumLocation
      + Signature.length)

  /// Returns the signed token as base64url text, for the form's hidden field.
  ///
  /// - Throws: ``Failure/tooLong`` if the scene ID, layers, or location exceed their limits.
  package func seal(key: Key) throws(Failure) -> String {
    var bytes = try encoded()
    Signature.append(to: &bytes, prefix: key.session, key: key.key)
    return Base64URL.encode(bytes)
  }

  /// Verifies the signature of a submitted token, and decodes it.
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
