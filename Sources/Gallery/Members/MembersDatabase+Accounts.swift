import Foundation
import GRDB

extension MembersDatabase {
  func account(withEmail email: String) async throws -> Account? {
    try await writer.read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM member WHERE email = ?", arguments: [email])
        .map(Account.init)
    }
  }

  func account(of member: Member) async throws -> Account? {
    try await writer.read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM member WHERE id = ?", arguments: [member.id])
        .map(Account.init)
    }
  }

  /// Inserts an account. Returns `nil` if there's already one with this address.
  func insert(email: String, passwordHash: String) async throws -> Account? {
    try await writer.write { db in
      try db.execute(
        sql: "INSERT OR IGNORE INTO member (email, passwordHash) VALUES (?, ?)",
        arguments: [email, passwordHash])
      guard db.changesCount == 1 else { return nil }
      return Account(
        member: Member(id: db.lastInsertedRowID, email: email), passwordHash: passwordHash)
    }
  }

  /// Replaces the password, ends all sign-ins except one, and makes links unusable.
  /// - Returns: Whether it was replaced. It isn't if the account has another hash by now.
  func changePassword(
    of account: Account, to hash: String, keeping signIn: SignedIn
  ) async throws -> Bool {
    try await writer.write { db in
      guard try Self.replaceHash(of: account, with: hash, db) else { return false }
      try Self.endEverything(of: account.member, except: signIn.id, db)
      return true
    }
  }

  /// Disables an account, ends all of its sign-ins, and makes its links unusable.
  /// - Returns: The account's member, or `nil` if there's no account with the address.
  func disable(email: String, at now: Date) async throws -> Member? {
    try await writer.write { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM member WHERE email = ?", arguments: [email])
      guard let member = row.map(Account.init)?.member else { return nil }
      try db.execute(
        sql: "UPDATE member SET disabledAt = ? WHERE id = ? AND disabledAt IS NULL",
        arguments: [now.timeIntervalSince1970, member.id])
      try Self.endEverything(of: member, except: nil, db)
      return member
    }
  }

  /// Replaces a hash, unless the account has another hash by now.
  @discardableResult
  static func replaceHash(
    of account: Account, with hash: String, _ db: Database
  ) throws -> Bool {
    try db.execute(
      sql: "UPDATE member SET passwordHash = ? WHERE id = ? AND passwordHash = ?",
      arguments: [hash, account.member.id, account.passwordHash])
    return db.changesCount == 1
  }
}

extension MembersDatabase.Account {
  init(_ row: Row) {
    self.init(
      member: Member(id: row["id"], email: row["email"]), passwordHash: row["passwordHash"],
      isDisabled: (row["disabledAt"] as Double?) != nil)
  }
}
