@testable import CairnSecurity

/// The token of a page, with valid and invalid signatures.
struct PageTokens: FuzzTarget {
  static let name = "page-token"

  private static let secret =
    ServerSecret(Array("the secret of a server that is fuzzed".utf8)) ?? ServerSecret()
  private static let session = SessionID(bits: 7)
  private let pageKey = secret.key(for: .page)
  private let key = PageToken.Key(secret.key(for: .page), session: session)

  static func seeds() throws -> [[UInt8]] {
    try [
      PageToken(scene: nil, revision: 0, layers: [], location: "/", nonce: 0, issued: 0),
      PageToken(
        scene: "k3f9x2m0ta7c", revision: 300, layers: [1, .max], location: "/inventory/add",
        nonce: .max, issued: .max),
    ].map { try $0.encoded() }
  }

  func run(_ bytes: [UInt8]) {
    if let decoded = Base64URL.decode(bytes.text) {
      require(Base64URL.encode(decoded).isSame(as: bytes.text), "one token has two texts")
    }
    require(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "bytes are decoded as others")
    require((try? PageToken.open(bytes.text, key: key)) == nil, "a token is forged")

    var signed = bytes
    Signature.append(to: &signed, prefix: Self.session.bytes, key: pageKey)
    guard let token = try? PageToken.open(Base64URL.encode(signed), key: key) else { return }
    require(token.layers.count <= PageToken.maximumLayers, "the token has too many layers")
    do {
      let sealed = try token.seal(key: key)
      require(sealed.utf8.count <= PageToken.maximumLength, "the token is too long")
      require(
        try PageToken.open(sealed, key: key) == token, "the sealed token is opened as another one")
      require(try token.encoded().count <= bytes.count, "the result is longer than expected")
    } catch {
      require(false, "the opened token can't be sealed: \(error)")
    }
  }
}
