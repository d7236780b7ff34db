import ArgumentParser
import Cairn
import CairnPasswords
import Foundation
import Testing

@testable import Gallery

/// The command with which an administrator signs members out.
@Suite struct EndSessionsCommandTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

  private func run(_ argument: String) async throws {
    let command = try GalleryCommand.parseAsRoot(
      ["end-sessions", "--database", folder.appending(path: "a.sqlite").path, argument])
    try await #require(command as? EndSessionsCommand).run()
  }

  /// Signs two members up, and runs the command while their database is open.
  /// - Returns: The addresses of the members who are still signed in.
  private func signedIn(after argument: String) async throws -> [String] {
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = try MembersDatabase(path: folder.appending(path: "a.members.sqlite").path)
    defer { try? database.close() }
    return try await withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 1_767_268_800)
      $0.request = RequestInfo(clientAddress: nil)
    } operation: {
      let accounts = MemberAccounts(.success(database))
      var members: [SignedIn] = []
      for email in ["ada@example.com", "bob@example.com"] {
        let result = try await accounts.signUp(
          email: email, password: Secret("difference engine no. 2"))
        guard case .signedIn(let member) = result else { continue }
        members.append(member)
      }
      try #require(members.count == 2)
      try #require(members.allSatisfy { accounts.member(of: $0) != nil })
      try await run(argument)
      return members.compactMap { accounts.member(of: $0)?.email }
    }
  }

  @Test(arguments: [
    ("ada@example.com", ["bob@example.com"]), (" Bob@Example.com ", ["ada@example.com"]),
    ("--all", []),
  ])
  func `A running server no longer admits the member`(
    argument: String, others: [String]
  ) async throws {
    #expect(try await signedIn(after: argument) == others)
  }

  @Test func `An unknown address is an error`() async throws {
    await #expect(throws: CommandFailure.self) { try await signedIn(after: "eve@example.com") }
  }

  @Test func `A database isn't created`() async throws {
    await #expect(throws: CommandFailure.self) { try await run("--all") }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test(arguments: [[], ["--all", "ada@example.com"]])
  func `Exactly one member or all of them are signed out`(arguments: [String]) {
    #expect(throws: (any Error).self) {
      try GalleryCommand.parseAsRoot(["end-sessions"] + arguments)
    }
  }
}
