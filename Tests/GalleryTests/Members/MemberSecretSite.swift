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

/// A server of the samples whose stores and logs can be searched for passwords.
///
/// The passwords of its users begin with ``secret``.
struct MemberSecretSite {
  /// A text that's different in each form. See ``SecretFinder``.
  static let secret = #"zyz "é/+\w&Q7"#
  static let password = secret + " one"
  static let newPassword = secret + " two"
  static let wrongPassword = secret + " bad"

  private let folder: URL
  private let site: FlowSite
  private let log: InMemoryLogHandler
  private let recordsScenes: Bool
  private let members: MemberAccounts
  private let now = LockIsolated(Date(timeIntervalSince1970: 1_767_268_800))
  /// The saved journals, and the tests that were generated from them.
  private let journals = LockIsolated<[String]>([])
  /// The messages to members.
  let outbox = LockIsolated<[Mail]>([])

  /// Creates a server, and deletes its files after the closure.
  static func with(
    recordsScenes: Bool = false, _ body: (MemberSecretSite) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(MemberSecretSite(folder, recordsScenes: recordsScenes))
  }

  private init(_ folder: URL, recordsScenes: Bool) throws {
    func path(_ name: String) -> String {
      folder.appending(path: name).path(percentEncoded: false)
    }
    let store = try SQLiteSessionStore(path: path("sessions.sqlite"))
    let members = MemberAccounts(.success(try MembersDatabase(path: path("members.sqlite"))))
    let log = InMemoryLogHandler()
    var settings = ServerSettings()
    settings.accessLog = .json
    settings.recordsScenes = recordsScenes
    // It isn't closed, because the server is stopped after the test.
    settings.accessLogDescriptor = open(path("access.log"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try #require(settings.accessLogDescriptor >= 0)
    self.folder = folder
    self.log = log
    self.recordsScenes = recordsScenes
    self.members = members
    site = try FlowSite(settings: settings, sessions: store) { [now, outbox] settings, sessions in
      var logger = Logger(label: "gallery") { _ in log }
      logger.logLevel = .trace
      return try Server(
        settings: settings, sessions: sessions, logger: logger,
        withDependencies: {
          $0.date = DateGenerator { now.value }
          $0.mail = MailClient { mail in outbox.withValue { $0.append(mail) } }
          $0.members = members
        }, mounts: { GalleryApp.mounts() })
    }
  }

  /// Creates the account of ``MembersFlowTests/email``.
  func addMember() async throws {
    let result = try await withDependencies {
      $0.date.now = now.value
      $0.request = RequestInfo(clientAddress: nil)
    } operation: {
      try await members.signUp(
        email: MembersFlowTests.email, password: Secret(MemberSecretSite.password))
    }
    guard case .signedIn = result else {
      Issue.record("Signing up failed: \(result)")
      return
    }
  }

  func user(at location: String) async throws -> FlowUser { try await site.user(at: location) }

  /// Advances the date in features.
  func wait(minutes: Double) { now.withValue { $0 += minutes * 60 } }

  /// Clicks a button, and expects that neither the page nor a journal of its scene contains a password.
  func click(
    _ name: String, by user: FlowUser,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    try await user.click(name)
    let finder = SecretFinder(text: Self.secret)
    let forms = finder.forms(in: Data(user.html.utf8))
    #expect(forms == [], "the page after \(name)", sourceLocation: sourceLocation)
    // A scene is recorded from its first form on.
    guard recordsScenes, user.html.contains(#"class="recorder""#) else { return }
    for file in ["Journal", "Test"] {
      let text = try await user.browser.clickIntoNewTab(file, in: .recorder).html
      let forms = finder.forms(in: Data(text.utf8))
      #expect(forms == [], "\(file) after \(name)", sourceLocation: sourceLocation)
      journals.withValue { $0.append(text) }
    }
  }

  /// Signs in with the form for it, and expects the same as ``click(_:by:sourceLocation:)``.
  func signIn(
    _ user: FlowUser, with password: String = MemberSecretSite.password,
    isRemembered: Bool = false, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    try await user.fill("Email", with: MembersFlowTests.email)
    try await user.fill("Password", with: password)
    if isRemembered { try await user.set("Stay signed in for 30 days", to: true) }
    try await click("Sign in", by: user, sourceLocation: sourceLocation)
  }

  /// The files of the stores, the access log, and the lines of the server's log.
  private var evidence: [String: Data] {
    get throws {
      var evidence: [String: Data] = [:]
      for file in try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      {
        evidence[file.lastPathComponent] = try Data(contentsOf: file)
      }
      let lines = log.entries.map { "\($0.message) \($0.metadata)" }
      evidence["log"] = Data(lines.joined(separator: "\n").utf8)
      return evidence
    }
  }

  /// Returns where a text is stored or logged, and in which forms.
  func places(of text: String) throws -> [String: [SecretFinder.Form]] {
    let finder = SecretFinder(text: text)
    return try evidence.mapValues { finder.forms(in: $0) }.filter { !$0.value.isEmpty }
  }

  /// Expects that no file, log, or journal contains a password.
  func expectNoPassword() throws {
    let secrets = try places(of: Self.secret)
    #expect(secrets == [:])
    // The address shows that stored text can be found.
    let addresses = try places(of: MembersFlowTests.email).keys
    #expect(addresses.contains { $0.hasPrefix("members.sqlite") })
    #expect(addresses.contains { $0.hasPrefix("sessions.sqlite") })
    if recordsScenes {
      #expect(journals.value.contains { $0.contains(MembersFlowTests.email) })
    }
  }
}
