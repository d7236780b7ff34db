import Foundation
import Testing

/// The finder of the tests that no file contains a password.
@Suite struct SecretFinderTests {
  private let finder = SecretFinder(text: MemberSecretSite.secret)

  /// Writes data to a file, and returns the forms in which the finder finds the secret there.
  private func forms(inFileWith data: Data) throws -> [SecretFinder.Form] {
    let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try data.write(to: file)
    return finder.forms(in: try Data(contentsOf: file))
  }

  // The texts are written out, so that they don't depend on the finder.
  @Test(
    arguments: [
      (.plain, #"zyz "é/+\w&Q7"#),
      (.json, #"zyz \"é\/+\\w&Q7"#),
      (.json, #"zyz \"é/+\\w&Q7"#),
      (.json, #"zyz \"\u00e9\/+\\w&Q7"#),
      (.percent, "zyz%20%22%C3%A9%2F%2B%5Cw%26Q7"),
      (.percent, "zyz+%22%C3%A9%2F%2B%5Cw%26Q7"),
      (.percent, "zyz%20%22%c3%a9%2f%2b%5cw%26Q7"),
      (.percent, "zyz%20%22%C3%A9/%2B%5Cw%26Q7"),
      (.base64, "enl6ICLDqS8rXHcmUTc="),
      (.html, #"zyz &quot;é/+\w&amp;Q7"#),
    ] as [(SecretFinder.Form, String)])
  func `Each form of a secret is found, and no other search finds it`(
    form: SecretFinder.Form, text: String
  ) throws {
    #expect(try forms(inFileWith: Data("before \(text) after".utf8)) == [form])
  }

  @Test(arguments: 0..<3)
  func `A secret is found at each position in Base64`(position: Int) throws {
    let before = String(repeating: "x", count: position)
    let encoded = Data("\(before)\(MemberSecretSite.secret)1".utf8).base64EncodedString()
    #expect(try forms(inFileWith: Data(encoded.utf8)) == [.base64])
    let other = encoded.replacing("+", with: "-").replacing("/", with: "_")
    #expect(try forms(inFileWith: Data(other.utf8)) == [.base64])
  }

  @Test func `Other texts aren't found`() throws {
    let text = MemberSecretSite.secret.replacing("w", with: "v")
    let encoded = Data(text.utf8).base64EncodedString()
    #expect(try forms(inFileWith: Data("\(text) \(encoded)".utf8)) == [])
  }
}
