import CairnBytes
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

  @Test func `The first secret signs, and the signatures of all are valid`() throws {
    let (old, new) = (RandomToken.bytes(32), RandomToken.bytes(32))
    let rotated = try #require(ServerSecret(new, others: [old])).key(for: .page)
    let oldKey = try #require(ServerSecret(old)).key(for: .page)
    let newKey = try #require(ServerSecret(new)).key(for: .page)
    #expect(signed(rotated) == signed(newKey))
    #expect(Signature.verify(signed(oldKey), key: rotated).map(Array.init) == data)
    #expect(Signature.verify(signed(newKey), key: rotated).map(Array.init) == data)
    #expect(Signature.verify(signed(oldKey), key: newKey) == nil)
    #expect(Signature.verify(signed(ServerSecret().key(for: .page)), key: rotated) == nil)
    #expect(rotated.hasOthers && !newKey.hasOthers)
    #expect(rotated.single.map { signed($0) } == [signed(newKey), signed(oldKey)])
  }

  @Test func `Only the secret that signs has an ID in the log`() throws {
    let (old, new) = (RandomToken.bytes(32), RandomToken.bytes(32))
    let secret = try #require(ServerSecret(new))
    #expect(secret.id.count == 8)
    #expect(try #require(ServerSecret(new, others: [old])).id == secret.id)
    #expect(try #require(ServerSecret(old, others: [new])).id != secret.id)
    #expect(!new.map(\.paddedHex).joined().contains(secret.id))
  }

  @Test func `Secrets are read from a text`() throws {
    let (one, other) = (String(repeating: "0aF1", count: 16), String(repeating: "22", count: 40))
    let secret = try ServerSecret(text: " \(one),\n\(other)\n")
    #expect(secret.count == 2)
    #expect(secret.id == (try ServerSecret(text: one)).id)
    let key = try ServerSecret(text: other).key(for: .session)
    #expect(Signature.verify(signed(key), key: secret.key(for: .session)) != nil)
  }

  @Test(arguments: [
    ("", "It has 0 bytes, and must have 32 or more"),
    (String(repeating: "ab", count: 31), "It has 31 bytes, and must have 32 or more"),
    (String(repeating: "ab", count: 32) + ",", "Secret 2 has 0 bytes, and must have 32 or more"),
    ("x", "It must consist of pairs of hexadecimal digits"),
    (
      String(repeating: "ab", count: 32) + ",abc",
      "Secret 2 must consist of pairs of hexadecimal digits"
    ),
    (
      String(repeating: ",", count: 8), "It contains 9 secrets, and must contain at most 8"
    ),
  ])
  func `The error explains why a text isn't a valid secret`(text: String, reason: String) {
    #expect {
      try ServerSecret(text: text)
    } throws: {
      "\($0)" == reason
    }
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
