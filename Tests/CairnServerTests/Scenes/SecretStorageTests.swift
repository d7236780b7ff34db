import Cairn
import CairnSQLite
import CairnServer
import CairnSessions
import CairnTesting
import Foundation
import Testing
import Ways

/// Text in a secure field isn't stored on disk, and isn't in forms that the script sends automatically.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SecretStorageTests {
  private let password = "correct/horse \"7\""
  private let pin = "314159265"
  private let gate = VaultGate()
  private let log = PasswordLog()

  private func server(
    sessions: any SessionStore, records: Bool = false
  ) throws -> TestServer {
    var settings = ServerSettings()
    settings.recordsScenes = records
    return try TestServer(settings: settings, sessions: sessions) {
      [gate, log] settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.gate = gate
        $0.passwordLog = log
      } mounts: {
        Mount("/", SignInFormApp.self)
      }
    }
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// Returns the texts that are in the files of a folder, in plain form or as JSON.
  private func found(_ texts: [String], in folder: URL) throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let contents = try files.map { try Data(contentsOf: $0) }
    return try texts.filter { text in
      let json = try JSONEncoder().encode(text).dropFirst().dropLast()
      return contents.contains { $0.range(of: Data(text.utf8)) != nil || $0.range(of: json) != nil }
    }
  }

  @Test func `No file contains a password while an effect checks it`() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "sessions.sqlite").path(percentEncoded: false)
      let store = try SQLiteSessionStore(path: path)
      let browser = Browser(InProcessTransport(try server(sessions: store)))
      try await browser.open("/")
      try browser.fill("Name", with: "Ada Lovelace")
      try browser.fill("Password", with: password)
      try browser.fill("PIN", with: pin)
      try await browser.click("Sign in")
      for _ in 1...3 { try await browser.click("Count") }
      // The name shows that stored text can be found.
      let texts = ["Ada Lovelace", password, pin]
      #expect(try found(texts, in: folder) == ["Ada Lovelace"])
      // The feature itself has the password until its state is read from the store.
      #expect(browser.text.contains("Password: some"))
      gate.open()
      try await browser.click("Count")
      #expect(browser.text.contains("signed in: yes"))
      #expect(log.all == [password, pin])
      #expect(try found(texts, in: folder) == ["Ada Lovelace"])
      await store.close()
    }
  }

  @Test func `No file contains the password of a page that the user goes back to`() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "sessions.sqlite").path(percentEncoded: false)
      let store = try SQLiteSessionStore(path: path)
      let server = try server(sessions: store)
      let browser = Browser(InProcessTransport(server))
      try await browser.open("/")
      try browser.fill("Name", with: "Ada Lovelace")
      try browser.fill("Password", with: password)
      try await browser.click("Sign in")
      try await browser.click("Help")
      try await browser.back()
      try await browser.click("Count")
      // A page that was left continues as another scene.
      try await browser.back()
      try await browser.click("Count")
      try server.restart()
      try await browser.click("Count")
      #expect(browser.text.contains("Password: none"))
      #expect(try found(["Ada Lovelace", password], in: folder) == ["Ada Lovelace"])
      await store.close()
    }
  }

  @Test func `A name that is equal to the password is kept`() async throws {
    let server = try server(sessions: MemorySessionStore())
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    try browser.fill("Name", with: "ada")
    try browser.fill("Password", with: "ada")
    try await browser.click("Count")
    #expect(browser.text.contains("Password: some"))
    try server.restart()
    try await browser.click("Count")
    #expect(try browser.field("Name").value == "ada")
    #expect(browser.text.contains("Password: none"))
    #expect(browser.text.contains("Count: 2"))
  }

  @Test(arguments: [false, true])
  func `A background save doesn't contain the password`(hasTap: Bool) async throws {
    let transport = InProcessTransport(try server(sessions: MemorySessionStore()))
    let browser = Browser(transport)
    try await browser.open("/")
    let form = try #require(browser.topLayer?.node)
    func name(_ type: String) throws -> String {
      try #require(form.first("input", where: ["type": type])?["name"])
    }
    let token = try #require(form.first("input", where: ["name": "~token"])?["value"])
    var items = [
      ("~token", token), (try name("text"), "Ada"), (try name("password"), "correcthorse7"),
      ("~n", "1"),
    ]
    if hasTap { items.append(("~tap", try #require(try browser.control("Count")["value"]))) }
    let request = BrowserRequest(
      method: "POST", target: form["action"] ?? "/",
      headers: [
        ("Origin", "http://localhost"), ("Cookie", browser.cookieHeader), ("Cairn-Page", "none"),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ],
      body: Array(items.map { "\($0)=\($1)" }.joined(separator: "&").utf8))
    let response = try await transport.send(request)
    #expect(response.status == 200)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.contains("value=\"Ada\""))
    #expect(text.contains("Password: \(hasTap ? "some" : "none")"))
    #expect(!text.contains("horse"))
  }

  @Test func `Journals and generated tests don't contain the password`() async throws {
    gate.open()
    let server = try server(sessions: MemorySessionStore(), records: true)
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    try browser.fill("Name", with: "Ada Lovelace")
    try browser.fill("Password", with: "correcthorse7")
    try browser.fill("PIN", with: pin)
    try await browser.click("Sign in")
    try await browser.click("Count")
    for file in ["Journal", "Test"] {
      let text = try await browser.saved(file)
      #expect(text.contains("Ada Lovelace"), "\(file)")
      #expect(!text.contains("correcthorse7"), "\(file)")
      #expect(!text.contains(pin), "\(file)")
    }
  }
}
