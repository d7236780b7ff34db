import CairnScreens
import CairnSecurity
import Testing

@Suite struct PageTokenTests {
  let secret = ServerSecret()
  let session = SessionID.random()

  var key: PageToken.Key { key(of: session) }

  func key(of session: SessionID) -> PageToken.Key {
    PageToken.Key(secret.key(for: .page), session: session)
  }

  static let tokens = [
    PageToken(scene: nil, revision: 0, layers: [], location: "/"),
    PageToken(scene: "k3f9x2m0ta7c", revision: 7, layers: [1, .max], location: "/inventory/add"),
    PageToken(
      scene: String(repeating: "z", count: 32), revision: .max,
      layers: (0..<64).map { UInt64($0) << 32 }, location: String(repeating: "é", count: 2048),
      nonce: .max, issued: .max),
    PageToken(scene: "a", revision: 128, layers: [0], location: "", nonce: 0, issued: 0),
    PageToken(scene: nil, revision: 1, layers: [1], location: "/", guards: .max),
    PageToken(scene: "a", revision: 1, layers: [1], location: "/a", guards: 1),
  ]

  @Test(arguments: tokens) func `A sealed token is opened as it was sealed`(_ token: PageToken)
    throws
  {
    let text = try token.seal(key: key)
    #expect(text.utf8.count <= PageToken.maximumLength)
    #expect(try PageToken.open(text, key: key) == token)
  }

  @Test func `Two pages never have the same nonce or time`() {
    let tokens = (0..<1000).map { _ in
      PageToken(scene: nil, revision: 0, layers: [], location: "/")
    }
    #expect(Set(tokens.map(\.nonce)).count == 1000)
    #expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0.issued < $1.issued })
  }

  @Test func `Another session or secret can't open a token`() throws {
    let text = try Self.tokens[1].seal(key: key)
    #expect(throws: PageToken.Failure.wrongSignature) {
      try PageToken.open(text, key: key(of: .random()))
    }
    let other = PageToken.Key(ServerSecret().key(for: .page), session: session)
    #expect(throws: PageToken.Failure.wrongSignature) { try PageToken.open(text, key: other) }
    let purpose = PageToken.Key(secret.key(for: .session), session: session)
    #expect(throws: PageToken.Failure.wrongSignature) { try PageToken.open(text, key: purpose) }
  }

  @Test func `A change of any character is detected`() throws {
    let text = Array(try Self.tokens[1].seal(key: key).utf8)
    for index in text.indices {
      var changed = text
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(throws: PageToken.Failure.self) {
        try PageToken.open(String(decoding: changed, as: UTF8.self), key: key)
      }
    }
  }

  @Test func `Every part of a token is rejected`() throws {
    let text = try Self.tokens[1].seal(key: key)
    for length in 0..<text.count {
      #expect(throws: PageToken.Failure.self) {
        try PageToken.open(String(text.prefix(length)), key: key)
      }
    }
    #expect(throws: PageToken.Failure.self) { try PageToken.open(text + "AAAA", key: key) }
  }

  @Test(arguments: [
    ("", PageToken.Failure.malformed), ("AAAA", .malformed), ("!", .malformed),
    ("é", .malformed), ("\u{0}", .malformed), (String(repeating: " ", count: 100), .malformed),
    (String(repeating: "A", count: 100), .wrongSignature),
    (String(repeating: "A", count: PageToken.maximumLength + 1), .tooLong),
    (String(repeating: "A", count: 1_000_000), .tooLong),
  ])
  func `Malformed text is rejected`(text: String, expected: PageToken.Failure) {
    #expect(throws: expected) { try PageToken.open(text, key: key) }
  }

  @Test(arguments: [
    PageToken(scene: nil, revision: 0, layers: Array(repeating: 0, count: 65), location: ""),
    PageToken(scene: String(repeating: "a", count: 33), revision: 0, layers: [], location: ""),
    PageToken(
      scene: nil, revision: 0, layers: [],
      location: String(repeating: "a", count: PageToken.maximumLocation + 1)),
  ])
  func `A token that is too long isn't sealed`(_ token: PageToken) {
    #expect(throws: PageToken.Failure.tooLong) { try token.seal(key: key) }
  }

  @Test func `The longest query fits into a token`() {
    #expect(PageToken.maximumLocation == 4096 + LocationWriter.queryLimit)
  }

  /// Text with a valid signature that isn't a token, such as text from another version.
  @Test func `Signed malformed text is rejected without a crash`() throws {
    var numbers = RepeatableNumbers(seed: 3)
    let pageKey = secret.key(for: .page)
    for round in 0..<5000 {
      var bytes = RandomToken.bytes(Int.random(in: 1..<80, using: &numbers), using: &numbers)
      // Half of the texts begin like a token, so that reading continues.
      if round.isMultiple(of: 2) { bytes[0] = 1 }
      Signature.append(to: &bytes, prefix: session.bytes, key: pageKey)
      let text = Base64URL.encode(bytes)
      do {
        let token = try PageToken.open(text, key: key)
        #expect(token.layers.count <= PageToken.maximumLayers)
      } catch {
        #expect(error == .malformed)
      }
    }
  }
}
