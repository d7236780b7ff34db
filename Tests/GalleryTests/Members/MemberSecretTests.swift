import Cairn
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

/// The passwords of members aren't in anything that outlives the forms.
@Suite(.timeLimit(.minutes(30))) struct MemberSecretTests {
  private static let passwords = ["zyzzyva-Passw0rd", "zyzzyva-Passw0rd-2", "zyzzyva-Passw0rd-3"]
  private static let email = "ada@example.com"

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// Returns the names of the files in a folder that contain a text, including journals and logs.
  private func files(in folder: URL, containing text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { try Data(contentsOf: $0).range(of: Data(text.utf8)) != nil }
      .map(\.lastPathComponent).sorted()
  }

  @Test(.everyWay) func `The stores and the logs contain no passwords and no unopened links`()
    async throws
  {
    try await withFolder { folder in
      let store = try SQLiteSessionStore(
        path: folder.appending(path: "sessions.sqlite").path(percentEncoded: false))
      let database = try MembersDatabase(
        path: folder.appending(path: "members.sqlite").path(percentEncoded: false))
      let members = MemberAccounts(.success(database))
      let outbox = LockIsolated<[Mail]>([])
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
          settings: settings, sessions: sessions, logger: logger,
          withDependencies: {
            $0.date.now = Date(timeIntervalSince1970: 1_767_268_800)
            $0.mail = MailClient { mail in outbox.withValue { $0.append(mail) } }
            $0.members = members
          }, mounts: { GalleryApp.mounts() })
      }
      let user = try await site.user(at: "/members/sign-up")
      try await user.fill("Password", with: Self.passwords[0])
      // Without an address, the form is shown again.
      try await user.click("Sign up")
      try await user.fill("Email", with: Self.email)
      try await user.fill("Password", with: Self.passwords[0])
      try await user.click("Sign up")
      #expect(user.text.contains("Signed in as \(Self.email)."))
      try await user.click("Change password")
      try await user.fill("Current password", with: Self.passwords[0])
      try await user.fill("New password", with: Self.passwords[1])
      try await user.click("Change password")
      #expect(user.text.contains("Your password is changed."))
      try await user.click("Sign out")
      try await user.fill("Email", with: Self.email)
      try await user.fill("Password", with: Self.passwords[1])
      try await user.click("Forgot password")
      try await user.fill("Email", with: Self.email)
      try await user.click("Send a link")
      let mail = try #require(outbox.value.last)
      let token = try #require(mail.text.firstMatch(of: /reset\/([0-9a-f]{64})/)?.1)
      // Only the first half of the token, which isn't secret, is stored before the link is opened.
      let filesWithToken = try files(in: folder, containing: String(token.suffix(32)))
      let early = log.entries.map { "\($0.message) \($0.metadata)" }
      #expect(filesWithToken == [])
      #expect(!early.contains { $0.contains(token.suffix(32)) })
      try await user.open("/members/reset/\(token)")
      try await user.fill("New password", with: Self.passwords[2])
      try await user.click("Change password")
      try await user.fill("Email", with: Self.email)
      try await user.fill("Password", with: Self.passwords[2])
      try await user.click("Sign in")
      #expect(user.text.contains("Signed in as \(Self.email)."))
      #expect(!user.html.contains("zyzzyva"))
      // The address shows that stored text can be found.
      let filesWithEmail = try files(in: folder, containing: Self.email)
      let filesWithPassword = try files(in: folder, containing: "zyzzyva")
      #expect(filesWithEmail.contains { $0.hasPrefix("members.sqlite") })
      #expect(filesWithPassword == [])
      let lines = log.entries.map { "\($0.message) \($0.metadata)" }
      #expect(!lines.contains { $0.contains("zyzzyva") })
    }
  }
}
