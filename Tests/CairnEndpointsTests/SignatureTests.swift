import Testing

@testable import CairnEndpoints

/// The signatures of webhooks.
@Suite struct SignatureTests {
  /// The second test case of RFC 4231.
  private static let message = "what do ya want for nothing?"
  private static let signature = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"

  private func isSigned(
    _ body: String = message, _ signature: String = signature, key: String = "Jefe"
  ) async throws -> Bool {
    let site = try Site {
      Endpoint(.post, "/hook") { request in
        .text("\(request.hasSignature(signature, key: Array(key.utf8)))")
      }
    }
    return try await site.answer(.post, "/hook", body: body).text == "true"
  }

  @Test func `A signature of the body with the key is valid`() async throws {
    #expect(try await isSigned())
    #expect(try await isSigned(Self.message, Self.signature.uppercased()))
  }

  @Test func `A signature of another body or with another key isn't valid`() async throws {
    #expect(try await !isSigned("what do ya want for nothing!"))
    #expect(try await !isSigned(""))
    #expect(try await !isSigned(key: "jefe"))
  }

  @Test(arguments: [
    "", "5b", String(repeating: "0", count: 64), "sha256=" + signature, signature + "00",
    String(signature.dropLast()), String(signature.dropLast()) + "4",
    String(signature.dropLast()) + "x", String(signature.dropLast(2)) + "é",
  ])
  func `Any other text isn't valid`(signature: String) async throws {
    #expect(try await !isSigned(Self.message, signature))
  }

  @Test func `Without a key, no signature is valid`() async throws {
    // This is the code of the empty text with an empty key.
    let code = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
    #expect(try await !isSigned("", code, key: ""))
  }
}
