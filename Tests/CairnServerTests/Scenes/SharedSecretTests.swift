import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Testing
import Ways

/// Text in a secure field isn't stored with the session's values either.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SharedSecretTests {
  private let password = "correct/horse \"7\""
  private let gate = VaultGate()
  private let store = ShowingStore()

  private func server() throws -> Server {
    try Server(sessions: store) { [gate] in
      $0.gate = gate
    } mounts: {
      Mount("/", SharedPasswordApp.self)
    }
  }

  private var stored: String {
    store.all.map { transaction in
      let scenes = transaction.writes.map { String(decoding: $0.payload, as: UTF8.self) }
      return scenes.joined() + (transaction.writtenValues ?? "")
    }.joined()
  }

  @Test func `A tap stores the name but not the password`() async throws {
    let browser = Browser(InProcessTransport(try server()))
    try await browser.open("/")
    try browser.fill("Name", with: "Ada Lovelace")
    try browser.fill("Password", with: password)
    try await browser.click("Count")
    #expect(browser.text.contains("Password: some"))
    #expect(stored.contains("Ada Lovelace"))
    #expect(!stored.contains("horse"))
  }

  /// A change by an effect is stored outside submissions and outside the scene.
  @Test func `An effect doesn't store a copy of the password`() async throws {
    let browser = Browser(InProcessTransport(try server()))
    try await browser.open("/")
    try browser.fill("Name", with: "Ada Lovelace")
    try browser.fill("Password", with: password)
    try await browser.click("Sign in")
    gate.open()
    // The effect's last change.
    let last = await store.next { $0.writtenValues?.contains("tries") == true && $0.answer == nil }
    #expect(last != nil)
    try await browser.click("Count")
    #expect(browser.text.contains("tries: 1"))
    #expect(stored.contains("Ada Lovelace"))
    #expect(!stored.contains("horse"))
  }

  @Test func `Another tab doesn't store a copy of the password`() async throws {
    let browser = Browser(InProcessTransport(try server()))
    try await browser.open("/")
    let other = browser.newTab()
    try await other.open("/")
    try browser.fill("Password", with: password)
    try await browser.click("Count")
    // The other tab has the password from the session.
    gate.open()
    try await other.click("Sign in")
    try await other.click("Count")
    #expect(other.text.contains("tries: 1"))
    #expect(!stored.contains("horse"))
  }

  @Test func `A name that is equal to the password is kept`() async throws {
    let browser = Browser(InProcessTransport(try server()))
    try await browser.open("/")
    try browser.fill("Name", with: "swordfish")
    try await browser.click("Count")
    try browser.fill("Password", with: "swordfish")
    try await browser.click("Count")
    let last = try #require(store.all.last { $0.writtenValues != nil }?.writtenValues)
    #expect(last.split(separator: "swordfish", omittingEmptySubsequences: false).count == 2)
  }
}
