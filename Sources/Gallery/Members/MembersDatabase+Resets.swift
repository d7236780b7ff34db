import CairnPasswords
import Foundation
import GRDB

extension MembersDatabase {
  /// The maximum number of links of an account that can be used. If there were only one, someone else's request would
  /// make the member's link unusable.
  private static let linksPerMember = 3

  /// Inserts a link for an account, and deletes links that can't be used anymore.
  ///
  /// If there's no account with the address, it does the same work, so that the time doesn't reveal this.
  /// - Returns: The account, or `nil` if there is none, or if it's disabled.
  func insertReset(
    _ token: OneTimeToken, email: String, at now: Date, until end: Date
  ) async throws -> Member? {
    try await writer.write { db in
      let account = try Row.fetchOne(
        db, sql: "SELECT * FROM member WHERE email = ? AND disabledAt IS NULL", arguments: [email]
      ).map(Account.init)
      let id = account?.member.id ?? 0
      try db.execute(
        sql: """
          INSERT INTO reset (id, digest, member, end) SELECT ?, ?, id, ? FROM member WHERE id = ?
          """,
        arguments: [token.id, token.digest, end.timeIntervalSince1970, id])
      try Self.removeResets(of: id, at: now, db)
      // Every request writes to the disk.
      try db.execute(
        sql: """
          UPDATE attempt SET expiration = expiration WHERE key IN (SELECT key FROM attempt LIMIT 1)
          """)
      return account?.member
    }
  }

  /// Deletes all links that have expired, and all but the newest ones of a member.
  private static func removeResets(of member: Int64, at now: Date, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM reset WHERE end <= ?", arguments: [now.timeIntervalSince1970])
    try db.execute(
      sql: """
        DELETE FROM reset WHERE member = ? AND id NOT IN
          (SELECT id FROM reset WHERE member = ? ORDER BY end DESC, rowid DESC LIMIT ?)
        """,
      arguments: [member, member, linksPerMember])
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
        WHERE reset.id = ? AND member.disabledAt IS NULL
        """,
      arguments: [token.id])
    guard let row, token.matches(row["digest"]), now.timeIntervalSince1970 < row["end"]
    else { return nil }
    return Account(row)
  }
}
