import CairnSecurity
import Testing

@Suite struct ServerSecretTests {
  let data: [UInt8] = Array("some data".utf8)

  func signed(_ key: ServerSecret.Key, prefix: [UInt8] = []) -> [UInt8] {
    var bytes = data
    Signature.append(to: &bytes, prefix: prefix, key: key)
    return bytes
  }

  @Test func `Short secrets are rejected`() {
    #expect(ServerSecret(Array(repeating: 1, count: 31)) == nil)
    #expect(ServerSecret(Array(repeating: 1, count: 32)) != nil)
  }

  @Test func `Equal secrets have equal keys`() throws {
    let bytes = RandomToken.bytes(32)
    let first = try #require(ServerSecret(bytes))
    let second = try #require(ServerSecret(bytes))
    for purpose in ServerSecret.Purpose.allCases {
      #expect(signed(first.key(for: purpose)) == signed(second.key(for: purpose)))
    }
    #expect(signed(first.key(for: .page)) != signed(first.key(for: .session)))
    #expect(signed(ServerSecret().key(for: .page)) != signed(first.key(for: .page)))
  }

  @Test func `A signature covers the data and the prefix`() {
    let key = ServerSecret().key(for: .page)
    let bytes = signed(key, prefix: [1, 2])
    #expect(bytes.count == data.count + Signature.length)
    #expect(Signature.verify(bytes, prefix: [1, 2], key: key).map(Array.init) == data)
    #expect(Signature.verify(bytes, prefix: [1, 3], key: key) == nil)
    #expect(Signature.verify(bytes, key: key) == nil)
    #expect(Signature.verify(Array(bytes.dropLast()), prefix: [1, 2], key: key) == nil)
    #expect(Signature.verify([], prefix: [1, 2], key: key) == nil)
  }
}
