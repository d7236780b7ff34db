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

@testable import Booking

/// The passwords of members aren't in anything that outlives the forms.
@Suite(.timeLimit(.minutes(30))) struct SecretTests {
  /// The letters at the beginning of all passwords. No encoding of JSON or URLs changes them.
  private static let mark = "zyzzyva"
  private static let password = "\(mark) \"Pässwort\" 50%"

  /// Returns the names of the files in a folder that contain a text, including journals and logs.
  private func files(in folder: URL, containing text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { try Data(contentsOf: $0).range(of: Data(text.utf8)) != nil }
      .map(\.lastPathComponent).sorted()
  }

  private func submit(_ password: String, _ button: String, _ user: FlowUser) async throws {
    try await user.fill("Password", with: password)
    try await user.click(button)
  }

  @Test(.everyWay) func `The stores and the logs contain no passwords`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteSessionStore(path: folder.appending(path: "sessions.sqlite").path)
    let database = try HouseDatabase(path: folder.appending(path: "booking.sqlite").path)
    let log = InMemoryLogHandler()
    var settings = ServerSettings()
    settings.accessLog = .json
    settings.publicDirectories = [BookingApp.resources + "/Public"]
    // It isn't closed, because the server is stopped after the test.
    settings.accessLogDescriptor = open(
      folder.appending(path: "access.log").path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try #require(settings.accessLogDescriptor >= 0)
    let site = try FlowSite(settings: settings, sessions: store) { settings, sessions in
      var logger = Logger(label: "booking") { _ in log }
      logger.logLevel = .trace
      return try Server(
        settings: settings, sessions: sessions, logger: logger,
        withDependencies: {
          $0.date.now = BookingSite.now
          $0.house = database
        }, mounts: { Mount("/", BookingApp.self) })
    }

    let user = try await site.user(at: "/")
    try await user.fill("Name", with: "Quokka")
    // The first password is too short, so the form is shown again.
    try await submit(Self.mark, "Sign up", user)
    #expect(user.heading == "Book a room")
    try await submit(Self.password, "Sign up", user)
    #expect(user.heading == "Rooms")
    try await user.click("Sign out")
    try await user.fill("Name", with: "Quokka")
    try await submit("\(Self.mark)-guess", "Sign in", user)
    #expect(try user.field("Password").error == "The name or the password is wrong.")
    try await submit(Self.password, "Sign in", user)
    #expect(user.heading == "Rooms")
    try await user.click("Sign out")
    try await user.fill("Name", with: "Quokka")
    for attempt in 1...5 { try await submit("\(Self.mark)-\(attempt)", "Sign in", user) }
    try await submit(Self.password, "Sign in", user)
    let error = try #require(try user.field("Password").error)
    #expect(error.hasPrefix("There were too many attempts."))

    #expect(!user.html.contains(Self.mark))
    // The name shows that stored text can be found.
    let filesWithName = try files(in: folder, containing: "Quokka")
    let filesWithPassword = try files(in: folder, containing: Self.mark)
    #expect(filesWithName.contains { $0.hasPrefix("booking.sqlite") })
    #expect(filesWithPassword == [])
    let lines = log.entries.map { "\($0.message) \($0.metadata)" }
    #expect(!lines.contains { $0.contains(Self.mark) })
  }
}
