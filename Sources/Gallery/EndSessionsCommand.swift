import ArgumentParser
import Cairn
import Foundation

/// The command with which an administrator signs members out, also while the server runs.
///
/// The guards of the sample read the sign-ins from the database, so the members are signed out with their next request.
struct EndSessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end-sessions",
    abstract: "Signs a member, or all members, out of all browsers.")

  @OptionGroup var databases: DatabaseOptions

  @Flag(help: "Sign all members out.") var all = false

  @Argument(help: ArgumentHelp("The email address of the member.", valueName: "email"))
  var email: String?

  func validate() throws {
    guard all == (email == nil) else {
      throw ValidationError("Pass either an email address or --all.")
    }
  }

  func run() async throws {
    guard let path = databases.membersPath, FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure("There's no database of members. Pass its path with --database.")
    }
    let database = try MembersDatabase(path: path)
    defer { try? database.close() }
    guard let email else { return try await database.endAll() }
    guard try await database.endAll(email: MemberEmail.key(of: email)) != nil else {
      throw CommandFailure("There's no account with the address '\(email)'.")
    }
  }
}
