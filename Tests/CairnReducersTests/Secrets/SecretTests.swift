import Cairn
import Foundation
import Testing

@Suite struct SecretTests {
  private struct State: Codable, Equatable {
    var name = "Ada"
    var password = Secret()
    var others: [Secret?] = []
  }

  private let marker = "hunter2"

  private var state: State {
    State(password: Secret(marker), others: [Secret(marker), nil])
  }

  @Test func `Only its two methods return the text`() {
    let secret = Secret(marker)
    let length = secret.withText { $0.utf8.count }
    #expect(secret.reveal() == marker)
    #expect(length == marker.utf8.count)
  }

  @Test func `Descriptions and dumps don't contain the text`() {
    var dump = ""
    Swift.dump(state, to: &dump)
    var custom = ""
    customDump(state, to: &custom)
    let texts = [
      "\(state)", String(reflecting: state), "\(state.password)", String(reflecting: state.others),
      dump, custom,
    ]
    for text in texts {
      #expect(!text.contains(marker), "\(text)")
      #expect(text.contains("Secret"), "\(text)")
    }
  }

  @Test func `Differences don't contain the texts`() {
    var other = state
    other.password = Secret("swordfish")
    let difference = diff(state, other)
    #expect(difference != nil)
    #expect(difference?.contains(marker) == false)
    #expect(difference?.contains("swordfish") == false)
  }

  @Test func `Mirrors don't contain the text`() {
    let mirror = Mirror(reflecting: Secret(marker))
    #expect(mirror.children.isEmpty)
  }

  @Test func `A secret is encoded as an empty text`() throws {
    let json = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
    #expect(!json.contains(marker))
    let decoded = try JSONDecoder().decode(State.self, from: Data(json.utf8))
    #expect(decoded == State(others: [Secret(), nil]))
  }

  @Test func `A stored text is decoded as an empty secret`() throws {
    let json = Data(#"{"name":"Ada","password":"hunter2","others":[]}"#.utf8)
    let decoded = try JSONDecoder().decode(State.self, from: json)
    #expect(decoded == State())
  }

  @Test func `Secrets are compared as bytes`() {
    #expect(Secret(marker) == Secret(marker))
    #expect(Secret(marker) != Secret("hunter3"))
    #expect(Secret("e\u{301}") != Secret("é"))
    #expect(Set([Secret("a"), Secret("a"), Secret("b")]).count == 2)
    #expect(Secret().isEmpty && !Secret(marker).isEmpty)
  }
}
