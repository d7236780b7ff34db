import Cairn
import CairnPasswords
import Foundation
import GRDB
import Testing

@testable import Gallery

/// The accounts of the sample in a file.
@Suite struct MemberAccountsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
  private let start = Date(timeIntervalSince1970: 1_767_268_800)
  private let email = "ada@example.com"
  private let password = Secret("difference engine no. 2")

  private var path: String { folder.appending(path: "members.sqlite").path }

  /// Runs a test with a file, and deletes it afterward.
  private func withFolder(_ body: () async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body()
  }

  /// Runs steps with accounts in the file, as a process does between two restarts.
  private func process<Result>(
    after seconds: TimeInterval = 0, address: String? = nil, attemptLimit: Int = 10_000,
    _ body: (MemberAccounts, MembersDatabase) async throws -> Result
  ) async throws -> Result {
    let database = try MembersDatabase(path: path, attemptLimit: attemptLimit)
    defer { try? database.close() }
    return try await withDependencies {
      $0.date.now = start.addingTimeInterval(seconds)
      $0.request = RequestInfo(clientAddress: address)
    } operation: {
      try await body(MemberAccounts(.success(database)), database)
    }
  }

  @Test func `Accounts, sign-ins, and delays survive restarts`() async throws {
    try await withFolder {
      let result = try await process { accounts, _ in
        try await accounts.signUp(email: email, password: password)
      }
      guard case .signedIn(let signedIn) = result else {
        Issue.record("Signing up failed.")
        return
      }
      let member = try await process { accounts, _ in accounts.member(of: signedIn) }
      #expect(member?.email == email)
      for _ in 1...5 {
        let wrong = try await process { accounts, _ in
          try await accounts.signIn(email: email, password: Secret("a guess"), isRemembered: false)
        }
        #expect(wrong == .isWrong)
      }
      let delayed = try await process { accounts, _ in
        try await accounts.signIn(email: email, password: password, isRemembered: false)
      }
      #expect(delayed == .mustWait(until: start.addingTimeInterval(5)))
    }
  }

  @Test func `An address is limited across all accounts`() async throws {
    try await withFolder {
      for number in 1...50 {
        let result = try await process(address: "192.0.2.1") { accounts, _ in
          try await accounts.signIn(
            email: "user\(number)@example.com", password: Secret("a guess"), isRemembered: false)
        }
        #expect(result == .isWrong)
      }
      let same = try await process(address: "192.0.2.1") { accounts, _ in
        try await accounts.signIn(email: email, password: Secret("a guess"), isRemembered: false)
      }
      #expect(same == .mustWait(until: start.addingTimeInterval(5)))
      // Signing up has a count of its own.
      let signUp = try await process(address: "192.0.2.1") { accounts, _ in
        try await accounts.signUp(email: email, password: password)
      }
      guard case .signedIn = signUp else {
        Issue.record("Signing up failed.")
        return
      }
      let other = try await process(address: "192.0.2.2") { accounts, _ in
        try await accounts.signIn(email: email, password: Secret("a guess"), isRemembered: false)
      }
      #expect(other == .isWrong)
    }
  }

  @Test func `The number of records of failed attempts is limited`() async throws {
    try await withFolder {
      let count = try await process(attemptLimit: 32) { accounts, database in
        for number in 1...100 {
          _ = try await accounts.signIn(
            email: "user\(number)@example.com", password: Secret("a guess"), isRemembered: false)
        }
        return try database.attemptCount(of: .account)
      }
      #expect((1...32).contains(count))
    }
  }

  @Test func `Records of failed attempts are deleted when they have expired`() async throws {
    try await withFolder {
      for (hours, email) in [(0.0, "ada@example.com"), (24.0, "grace@example.com")] {
        let count = try await process(after: hours * 3600) { accounts, database in
          _ = try await accounts.signIn(
            email: email, password: Secret("a guess"), isRemembered: false)
          return try database.attemptCount(of: .accountAtAddress)
        }
        #expect(count == 1)
      }
    }
  }

  @Test func `Failed attempts from another address don't delay a member`() async throws {
    try await withFolder {
      _ = try await process { accounts, _ in
        try await accounts.signUp(email: email, password: password)
      }
      for _ in 1...6 {
        _ = try await process(address: "192.0.2.1") { accounts, _ in
          try await accounts.signIn(email: email, password: Secret("a guess"), isRemembered: false)
        }
      }
      let result = try await process(address: "192.0.2.2") { accounts, _ in
        try await accounts.signIn(email: email, password: password, isRemembered: false)
      }
      guard case .signedIn = result else {
        Issue.record("Signing in failed: \(result)")
        return
      }
    }
  }

  @Test func `A sign-in with the old password doesn't survive a change in between`() async throws {
    try await withFolder {
      try await process { accounts, database in
        _ = try await accounts.signUp(email: email, password: password)
        let found = try await database.account(withEmail: email)
        let verified = try #require(found)
        guard
          case .signedIn(let kept) = try await accounts.signIn(
            email: email, password: password, isRemembered: false)
        else {
          Issue.record("Signing in failed.")
          return
        }
        let change = try await accounts.changePassword(
          of: kept, from: password, to: Secret("note g of the translator"))
        let late = try await database.insertSignIn(
          of: verified, isRemembered: true, at: start, SignInTimes())
        #expect(change == .succeeded(kept.member))
        #expect(late == nil)
        #expect(accounts.sessions(of: kept.member).map(\.id) == [kept.id])
      }
    }
  }

  @Test func `A password that is changed while it's verified doesn't sign in`() async throws {
    try await withFolder {
      try await process { accounts, database in
        let old = try await accounts.signUp(email: email, password: password)
        guard case .signedIn(let signedIn) = old else {
          Issue.record("Signing up failed.")
          return
        }
        @Dependency(\.passwordHasher) var hasher
        let hash = try await hasher.hash(Secret("note g of the translator"))
        // The date of the attempt is the first one, and the date of the sign-in is the second one.
        let dates = LockIsolated(0)
        let result = try await withDependencies {
          $0.date = DateGenerator { [start] in
            dates.withValue { $0 += 1 }
            if dates.value == 2 {
              try? database.writer.write { db in
                try db.execute(sql: "UPDATE member SET passwordHash = ?", arguments: [hash])
              }
            }
            return start
          }
        } operation: {
          try await accounts.signIn(email: email, password: password, isRemembered: false)
        }
        #expect(result == .isWrong)
        #expect(accounts.sessions(of: signedIn.member).map(\.id) == [signedIn.id])
      }
    }
  }

  @Test func `A member has at most 50 sign-ins`() async throws {
    try await withFolder {
      try await process { accounts, database in
        _ = try await accounts.signUp(email: email, password: password)
        let found = try await database.account(withEmail: email)
        let account = try #require(found)
        for _ in 1...60 {
          _ = try await database.insertSignIn(
            of: account, isRemembered: false, at: start, SignInTimes())
        }
        #expect(accounts.sessions(of: account.member).count == 50)
      }
    }
  }

  @Test func `An attempt isn't counted if its password can't be verified`() async throws {
    try await withFolder {
      try await process { accounts, database in
        _ = try await accounts.signUp(email: email, password: password)
        // An incomplete hash can't be verified, so the hasher throws an error.
        try await database.writer.write { db in
          try db.execute(sql: "UPDATE member SET passwordHash = 'incomplete'")
        }
        for _ in 1...10 {
          await #expect(throws: PasswordError.unsupportedHash) {
            try await accounts.signIn(email: email, password: password, isRemembered: false)
          }
        }
      }
    }
  }

  @Test func `A change with the right password isn't counted if the new one can't be hashed`()
    async throws
  {
    try await withFolder {
      let result = try await process { accounts, _ in
        try await accounts.signUp(email: email, password: password)
      }
      guard case .signedIn(let signedIn) = result else {
        Issue.record("Signing up failed.")
        return
      }
      // The hasher throws an error, as it does if too many others wait.
      let long = Secret(String(repeating: "a", count: PasswordHasher.maximumLength + 1))
      for _ in 1...10 {
        _ = try await process { accounts, _ in
          await #expect(throws: PasswordError.tooLong) {
            try await accounts.changePassword(of: signedIn, from: password, to: long)
          }
        }
      }
    }
  }

  @Test func `An ended sign-in can't be used again`() async throws {
    try await withFolder {
      let result = try await process { accounts, _ in
        try await accounts.signUp(email: email, password: password)
      }
      guard case .signedIn(let signedIn) = result else {
        Issue.record("Signing up failed.")
        return
      }
      // A use after the idle time doesn't revive it.
      try await process(after: 31 * 60) { accounts, _ in try await accounts.use(signedIn) }
      let late = try await process(after: 31 * 60) { accounts, _ in accounts.member(of: signedIn) }
      #expect(late == nil)
      try await process { accounts, _ in try await accounts.endAll(of: signedIn.member) }
      let ended = try await process { accounts, _ in accounts.member(of: signedIn) }
      #expect(ended == nil)
    }
  }

  @Test func `A member can't end the sign-in of another member`() async throws {
    try await withFolder {
      try await process { accounts, _ in
        guard
          case .signedIn(let ada) = try await accounts.signUp(email: email, password: password),
          case .signedIn(let eve) = try await accounts.signUp(
            email: "eve@example.com", password: password)
        else {
          Issue.record("Signing up failed.")
          return
        }
        try await accounts.endSignIn(ada.id, of: eve.member)
        #expect(accounts.member(of: ada) != nil)
        // The key of a sign-in doesn't open another account.
        #expect(accounts.member(of: SignedIn(id: ada.id, member: eve.member)) == nil)
      }
    }
  }

  @Test func `A disabled account has no sign-ins and no links`() async throws {
    try await withFolder {
      let result = try await process { accounts, _ in
        try await accounts.signUp(email: email, password: password)
      }
      guard case .signedIn(let signedIn) = result else {
        Issue.record("Signing up failed.")
        return
      }
      let (token, end) = (OneTimeToken(), start.addingTimeInterval(60))
      try await process { accounts, database in
        let reset = try await database.insertReset(token, email: email, at: start, until: end)
        #expect(reset == signedIn.member)
        #expect(accounts.isUsable(token.text))
        let disabled = try await accounts.disable(email: email)
        #expect(disabled == signedIn.member)
        #expect(accounts.member(of: signedIn) == nil)
        #expect(!accounts.isUsable(token.text))
      }
      // After a restart, it's still disabled.
      try await process { accounts, database in
        let right = try await accounts.signIn(
          email: email, password: password, isRemembered: false)
        #expect(right == .isDisabled)
        let wrong = try await accounts.signIn(
          email: email, password: Secret("a guess"), isRemembered: false)
        #expect(wrong == .isWrong)
        let reset = try await database.insertReset(
          OneTimeToken(), email: email, at: start, until: end)
        #expect(reset == nil)
        let unknown = try await accounts.disable(email: "nobody@example.com")
        #expect(unknown == nil)
      }
    }
  }

  @Test func `Only the owner can read the file, even if it existed`() async throws {
    try await withFolder {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let created = FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o644])
      #expect(created)
      try await process { _, _ in
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
      }
    }
  }

  @Test(
    arguments: [
      ("", "Enter a password."),
      ("eleven char", "Use at least 12 characters."),
      (String(repeating: "é", count: 300), "This password is too long."),
      ("null\0character", "Your password contains a character that can't be used."),
      ("Password1234", "This password is easy to guess. Choose another one."),
      ("abababababab", "This password is easy to guess. Choose another one."),
      ("qwertyuiopas", "This password is easy to guess. Choose another one."),
      ("ada@example.com1", "This password is easy to guess. Choose another one."),
      ("twelve chars", nil),
      ("837465019283", nil),
      ("ナビゲーションの状態はサーバーに", nil),
      (String(repeating: "correct horse ", count: 10), nil),
    ] as [(String, String?)])
  func `A password needs only a length and must not be common`(text: String, problem: String?) {
    let found = PasswordRules.problem(of: Secret(text), email: email)
    #expect(found.map { String(localized: $0) } == problem)
  }

  @Test(arguments: [
    "ada", "ada@example.com\0", "a b@example.com", "a@\(String(repeating: "x", count: 300))",
  ])
  func `An address with other characters isn't valid`(text: String) {
    #expect(MemberEmail.problem(of: text) == "Enter an email address, such as ada@example.com.")
  }

  @Test(arguments: [
    (0.2, "1 second"), (1.2, "2 seconds"), (59.5, "60 seconds"), (60, "1 minute"),
    (61, "2 minutes"), (900, "15 minutes"),
  ])
  func `The message contains the time to wait`(seconds: TimeInterval, time: String) throws {
    let strings = try MembersApp.strings
    let text = withDependencies {
      $0.strings = strings
      $0.locale = Locale(identifier: "en")
    } operation: {
      String(
        localized: WaitingMessage.text(until: start.addingTimeInterval(seconds), now: start))
    }
    #expect(text == "Too many attempts. Try again in \(time).")
  }
}
