import CairnSecurity
import Testing

@Suite struct RandomTokenTests {
  @Test func `Tokens have the requested number of bits`() {
    #expect(RandomToken.base64URL().utf8.count == 22)
    #expect(RandomToken.base64URL(bits: 256).utf8.count == 43)
    #expect(RandomToken.base64URL(bits: 1).utf8.count == 2)
    #expect(RandomToken.bytes(0).isEmpty)
    #expect(RandomToken.bytes(13).count == 13)
  }

  @Test func `No two tokens are the same`() {
    #expect(Set((0..<10_000).map { _ in RandomToken.sceneID() }).count == 10_000)
    #expect(Set((0..<10_000).map { _ in RandomToken.bits128() }).count == 10_000)
  }

  @Test func `IDs have sixty bits as readable characters`() {
    var letters: Set<Character> = []
    for _ in 0..<1000 {
      let sceneID = RandomToken.sceneID()
      #expect(sceneID.count == 12)
      #expect(RandomToken.isSceneID(sceneID))
      letters.formUnion(sceneID)
    }
    #expect(letters == Set("0123456789abcdefghjkmnpqrstvwxyz"))
  }

  @Test func `A seeded generator gives the same tokens`() {
    var first = RepeatableNumbers(seed: 7)
    var second = RepeatableNumbers(seed: 7)
    #expect(RandomToken.sceneID(using: &first) == RandomToken.sceneID(using: &second))
    #expect(RandomToken.bytes(9, using: &first) == RandomToken.bytes(9, using: &second))
    #expect(RandomToken.bits128(using: &first) == RandomToken.bits128(using: &second))
  }

  @Test(arguments: [
    "", "K3F9X2", "k3f9x!", "k3 f9", "l", "o", "\u{0}", "ä", "k3f9x2\n", "../..",
    String(repeating: "k", count: 33),
  ])
  func `Text that isn't an ID is recognized`(_ text: String) {
    #expect(!RandomToken.isSceneID(text))
  }
}
