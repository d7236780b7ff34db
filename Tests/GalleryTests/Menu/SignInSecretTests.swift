import CairnSQLite
import CairnServer
import CairnTesting
import Foundation
import Glibc
import InMemoryLogging
import Logging
import Testing
import Ways

@testable import Gallery

/// The password of the sign-in form isn't in anything that outlives the form.
@Suite(.timeLimit(.minutes(30))) struct SignInSecretTests {
  private static let password = "zyzzyva-Passw0rd"
  private static let email = "ada@example.com"

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// Returns the names of the files in a folder that contain a text.
  private func files(in folder: URL, containing text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { try Data(contentsOf: $0).range(of: Data(text.utf8)) != nil }
      .map(\.lastPathComponent)
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `The store, the logs, and the pages don't contain the password`(menu: MenuSample)
    async throws
  {
    try await withFolder { folder in
      let store = try SQLiteSessionStore(
        path: folder.appending(path: "sessions.sqlite").path(percentEncoded: false))
      let accessLog = folder.appending(path: "access.log").path(percentEncoded: false)
      let log = InMemoryLogHandler()
      var settings = ServerSettings()
      settings.accessLog = .json
      // It isn't closed, because the server is stopped after the test.
      settings.accessLogDescriptor = open(accessLog, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      try #require(settings.accessLogDescriptor >= 0)
      let site = try FlowSite(settings: settings, sessions: store) { settings, sessions in
        var logger = Logger(label: "gallery") { _ in log }
        logger.logLevel = .trace
        return try Server(
          settings: settings, sessions: sessions, logger: logger, mounts: { GalleryApp.mounts() })
      }
      let user = try await site.user(at: menu.path + "/sign-in")
      try await user.fill("Password", with: Self.password)
      // Without an address, the feature keeps the password, and the page has an empty field.
      try await user.click("Sign in")
      let (emailField, passwordField) = try (user.field("Email"), user.field("Password"))
      #expect(emailField.error != nil)
      #expect(passwordField.value == "")
      #expect(!user.html.contains(Self.password))
      try await user.fill("Email", with: Self.email)
      try await user.click("Sign in")
      #expect(user.text.contains("Signed in as \(Self.email)."))
      #expect(!user.html.contains(Self.password))
      // The address shows that stored text can be found.
      let filesWithEmail = try files(in: folder, containing: Self.email)
      let filesWithPassword = try files(in: folder, containing: Self.password)
      #expect(!filesWithEmail.isEmpty)
      #expect(filesWithPassword == [])
      let lines = log.entries.map { "\($0.message) \($0.metadata)" }
      #expect(!lines.contains { $0.contains(Self.password) })
    }
  }

  @Test(.withoutScript(.process), arguments: MenuSample.all)
  func `Journals and generated tests don't contain the password`(menu: MenuSample) async throws {
    var settings = ServerSettings()
    settings.recordsScenes = true
    let server = try TestServer(settings: settings) { settings, sessions in
      try Server(settings: settings, sessions: sessions, mounts: { GalleryApp.mounts() })
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open(menu.path + "/sign-in")
    try browser.fill("Password", with: Self.password)
    try await browser.click("Sign in")
    try browser.fill("Email", with: Self.email)
    try browser.fill("Password", with: Self.password + "2")
    try await browser.click("Sign in")
    #expect(browser.text.contains("Signed in as \(Self.email)."))
    for name in ["Journal", "Test"] {
      let tab = try await browser.clickIntoNewTab(name, in: .recorder)
      #expect(tab.html.contains(Self.email), "\(name)")
      #expect(!tab.html.contains(Self.password), "\(name)")
    }
  }
}
