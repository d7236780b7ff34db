import CairnDependencies
import CairnFeatures
import Testing

@testable import CairnPasswords

@Suite struct PasswordHasherTests {
  private static let text = "correct horse battery staple"
  private let password = Secret(Self.text)
  private let hasher = PasswordHasher(cost: 1)

  /// Hashes of the text that Python's `crypt` module made.
  private enum Known {
    static let yescrypt =
      "$y$j9T$abcdefghijklmnopqrstu.$sHTuf4JXkxSpLr2L6w/SXcmcaThVwJA2RCbk0fFLE.9"
    static let cheapYescrypt =
      "$y$j75$abcdefghijklmnop$3L1WTkLeieae.EVW17q7CGL3d6dO1lRWYy3P5arWJD3"
    static let unicode = "$y$j75$abcdefghijklmnop$HFMbU9piAC8gokspqsS5cCSl8uqdngsbfDoAkIfO3yA"
    static let bcrypt = "$2b$05$abcdefghijklmnopqrstuuFiPhXf1sVd3pCCRO.uVh34H/qI/ZsuS"
    static let sha512 =
      "$6$rounds=1000$saltsaltsaltsalt$VRQPfVrl4Bh3I82Z0H/PLWnhltTOqLlM4s02dq1DNeuKSL//X2xWhGNx"
      + "OyqXGsD3bUtEuGTxQSvjFc8bDOGf11"
    static let defaultSHA512 =
      "$6$saltsaltsaltsalt$csoGsaC3yxEIvMdVpxO2zEQlhCHi/6pnPVKHT3nfribhRDnEOL4O5nnsAETH/r6rG0vx"
      + "iN/wRElsAf4u8CK4d."
  }

  @Test func `A password matches its hash, and no other password does`() async throws {
    let hash = try await hasher.hash(password)
    #expect(hash.hasPrefix("$y$j75$"))
    #expect(!hash.contains(Self.text))
    let right = try await hasher.verify(password, against: hash)
    #expect(right == .right && right.isRight)
    for other in ["correct horse battery stapl", Self.text + "e", "Correct horse battery staple"] {
      let wrong = try await hasher.verify(Secret(other), against: hash)
      #expect(wrong == .wrong && !wrong.isRight)
    }
  }

  @Test func `Each hash has its own salt`() async throws {
    let first = try await hasher.hash(password)
    let second = try await hasher.hash(password)
    #expect(first != second)
  }

  @Test(arguments: [Known.yescrypt, Known.cheapYescrypt])
  func `Known yescrypt hashes are verified`(hash: String) async throws {
    let right = try await hasher.verify(password, against: hash)
    let wrong = try await hasher.verify(Secret("wrong"), against: hash)
    #expect(right == .right)
    #expect(wrong == .wrong)
  }

  @Test func `A password is hashed as UTF-8`() async throws {
    let right = try await hasher.verify(Secret("pässwörd 🪨"), against: Known.unicode)
    // The same characters in another Unicode form.
    let wrong = try await hasher.verify(
      Secret("pa\u{308}sswo\u{308}rd 🪨"), against: Known.unicode)
    #expect(right == .right)
    #expect(wrong == .wrong)
  }

  @Test(arguments: [
    Known.bcrypt, Known.bcrypt.replacing("$2b$", with: "$2y$"),
    Known.bcrypt.replacing("$2b$", with: "$2a$"), Known.sha512, Known.defaultSHA512,
  ])
  func `A right password with another algorithm's hash gets a new hash`(hash: String)
    async throws
  {
    let wrong = try await hasher.verify(Secret("wrong"), against: hash)
    #expect(wrong == .wrong)
    let result = try await hasher.verify(password, against: hash)
    guard case .rightNeedsRehash(let newHash) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(newHash.hasPrefix("$y$j75$"))
    let again = try await hasher.verify(password, against: newHash)
    #expect(again == .right)
  }

  @Test func `A hash with a lower cost is replaced, and one with a higher cost isn't`()
    async throws
  {
    let stronger = PasswordHasher(cost: 3)
    let weak = try await hasher.hash(password)
    let strong = try await stronger.hash(password)
    let result = try await stronger.verify(password, against: weak)
    guard case .rightNeedsRehash(let newHash) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(newHash.hasPrefix("$y$j7T$"))
    let wrong = try await stronger.verify(Secret("wrong"), against: weak)
    #expect(wrong == .wrong)
    let kept = try await hasher.verify(password, against: strong)
    #expect(kept == .right)
  }

  private static let rejected: [(text: String, error: PasswordError)] = [
    ("", .empty), (String(repeating: "x", count: 512), .tooLong),
    (String(repeating: "é", count: 256), .tooLong), ("a\0b", .containsNull), ("\0", .containsNull),
  ]

  @Test(arguments: rejected)
  func `A password that can't be hashed is rejected, and is always wrong`(
    text: String, error: PasswordError
  ) async throws {
    await #expect(throws: error) { try await hasher.hash(Secret(text)) }
    for hash in [nil, Known.cheapYescrypt, Known.bcrypt] {
      let result = try await hasher.verify(Secret(text), against: hash)
      #expect(result == .wrong)
    }
  }

  @Test func `All bytes of the longest password count`() async throws {
    let text = String(repeating: "x", count: PasswordHasher.maximumLength)
    let hash = try await hasher.hash(Secret(text))
    let right = try await hasher.verify(Secret(text), against: hash)
    let wrong = try await hasher.verify(Secret(text.dropLast() + "y"), against: hash)
    #expect(right == .right)
    #expect(wrong == .wrong)
  }

  @Test(arguments: [
    "", "x", "*", "!", "hunter2", "$y$", "$y$j75$", "$y$j75$abcdefghijklmnop", "$1$salt$9Tw3TjQ8OV",
    "$9$salt$hash", String(Known.cheapYescrypt.dropLast()), Known.cheapYescrypt + "3",
    Known.cheapYescrypt + "\0", String(Known.bcrypt.dropLast()), Known.bcrypt + "S", "$2b$05$short",
    String(Known.sha512.dropLast()), "\u{301}" + Known.sha512,
  ])
  func `A stored hash that's incomplete or unknown is an error`(hash: String) async {
    await #expect(throws: PasswordError.unsupportedHash) {
      try await hasher.verify(password, against: hash)
    }
  }

  /// Both wait for the queue, so both hash.
  @Test func `An account that doesn't exist needs the same work as a wrong password`()
    async throws
  {
    let unknown = try await hasher.verify(password, against: nil)
    #expect(unknown == .wrong)
    let busy = PasswordHasher(cost: 1, maximumConcurrency: 1, maximumWaiting: 0)
    let gate = ThreadGate()
    let running = Task { try await busy.queue.run { gate.pass() } }
    await gate.waitForArrival()
    for hash in [nil, Known.cheapYescrypt] {
      await #expect(throws: PasswordError.busy) {
        try await busy.verify(Secret("wrong"), against: hash)
      }
    }
    gate.open()
    try await running.value
    let later = try await busy.verify(Secret("wrong"), against: nil)
    #expect(later == .wrong)
  }

  @Test func `A cost that libxcrypt doesn't have is reported`() {
    withKnownIssue { #expect(PasswordHasher(cost: 0).cost == 1) }
    withKnownIssue { #expect(PasswordHasher(cost: 12).cost == 11) }
  }

  @Test func `Tests have a fast hasher`() {
    @Dependency(\.passwordHasher) var hasher
    #expect(hasher.cost == 1)
  }

  @Test func `Descriptions of errors contain neither a password nor a hash`() {
    let errors: [PasswordError] = [
      .empty, .tooLong, .containsNull, .unsupportedHash, .busy, .failed(errno: 12),
    ]
    for error in errors {
      #expect("\(error)".hasSuffix("."))
      #expect(!"\(error)".contains("$"))
    }
  }
}
