import Testing

@testable import CairnPasswords

@Suite struct OneTimeTokenTests {
  @Test func `A token can be found and verified with its text`() throws {
    let token = OneTimeToken()
    let returned = try #require(OneTimeToken(token.text))
    #expect(returned.id == token.id)
    #expect(returned.matches(token.digest))
  }

  @Test func `Tokens are different`() {
    let tokens = Set((0..<100).map { _ in OneTimeToken() })
    #expect(tokens.count == 100)
    #expect(Set(tokens.map(\.id)).count == 100)
  }

  @Test func `The stored values don't contain the second half of the text`() {
    let token = OneTimeToken()
    let secret = String(token.text.suffix(32))
    #expect(!token.id.contains(secret))
    #expect(!token.digest.contains(secret))
  }

  @Test func `A token with the same ID and another secret doesn't match`() throws {
    let token = OneTimeToken()
    let forged = try #require(OneTimeToken(token.id + String(repeating: "0", count: 32)))
    #expect(forged.id == token.id)
    #expect(!forged.matches(token.digest))
    #expect(!token.matches(""))
    #expect(!token.matches(token.digest + "0"))
  }

  @Test(arguments: [
    "", "0", String(repeating: "g", count: 64), String(repeating: "A", count: 64),
    String(repeating: "0", count: 63), String(repeating: "0", count: 65),
    String(repeating: "é", count: 32),
  ])
  func `Other texts aren't tokens`(text: String) {
    #expect(OneTimeToken(text) == nil)
  }

  @Test func `Descriptions don't contain the text`() {
    let token = OneTimeToken()
    var dumped = ""
    dump(token, to: &dumped)
    for text in ["\(token)", String(reflecting: token), dumped] {
      #expect(!text.contains(token.id))
    }
  }

  @Test func `A digest is SHA-256`() {
    #expect(
      SHA256Digest.hex(of: "abc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
