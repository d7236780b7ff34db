import CairnPasswords
import Foundation
import GRDB

extension MembersDatabase {
  /// Inserts a link for an account, which replaces its earlier one.
  ///
  /// If there's no account with the address, it does the same work, so that the time doesn't reveal this.
  /// - Returns: The account, or `nil` if there is none.
  func insertReset(_ token: OneTimeToken, email: String, until end: Date) async throws -> Member? {
    try await writer.write { db in
      let account = try Row.fetchOne(
        db, sql: "SELECT * FROM member WHERE email = ?", arguments: [email]
      ).map(Account.init)
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO reset (id, digest, member, end)
          SELECT ?, ?, id, ? FROM member WHERE id = ?
          """,
        arguments: [
          token.id, token.digest, end.timeIntervalSince1970, account?.member.id ?? 0,
        ])
      // Every request writes to the disk.
      try db.execute(
        sql: "UPDATE attempt SET last = last WHERE key IN (SELECT key FROM attempt LIMIT 1)")
      return account?.member
    }
  }

  /// Returns whether a link can be used. This doesn't use it up.
  func isUsable(_ token: OneTimeToken, at now: Date) throws -> Bool {
    try writer.read { try Self.account(resetBy: token, at: now, $0) != nil }
  }

  func account(resetBy token: OneTimeToken, at now: Date) async throws -> Account? {
    try await writer.read { try Self.account(resetBy: token, at: now, $0) }
  }

  /// Uses up a link. Replaces the password, and ends all sign-ins.
  /// - Returns: The account, or `nil` if the link can't be used anymore.
  func reset(with token: OneTimeToken, to hash: String, at now: Date) async throws -> Member? {
    try await writer.write { db in
      guard let account = try Self.account(resetBy: token, at: now, db) else { return nil }
      try db.execute(
        sql: "UPDATE member SET passwordHash = ? WHERE id = ?",
        arguments: [hash, account.member.id])
      try Self.endEverything(of: account.member, except: nil, db)
      return account.member
    }
  }

  private static func account(
    resetBy token: OneTimeToken, at now: Date, _ db: Database
  ) throws -> Account? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT member.*, reset.digest, reset.end FROM reset JOIN member ON member.id = reset.member
        WHERE reset.id = ?
        """,
      arguments: [token.id])
    guard let row, token.matches(row["digest"]), now.timeIntervalSince1970 < row["end"]
    else { return nil }
    return Account(row)
  }
}
