import Foundation
import GRDB

extension MembersDatabase {
  /// The maximum number of sign-ins of a member. A further one ends the one that was used least recently.
  static let signInsPerMember = 50

  /// Inserts a sign-in, unless the account is disabled, or has another hash than the one that the password was verified
  /// against.
  ///
  /// Otherwise, a sign-in with the old password could begin after the password was changed.
  /// - Parameters:
  ///   - account: The account with the verified hash.
  ///   - hash: A stronger hash of the same password, which replaces the verified one.
  /// - Returns: The sign-in, or `nil` if the account is disabled or has another hash by now.
  func insertSignIn(
    of account: Account, upgradingTo hash: String? = nil, isRemembered: Bool, at now: Date,
    _ times: SignInTimes
  ) async throws -> SignedIn? {
    let signedIn = SignedIn(id: UUID(), member: account.member)
    return try await writer.write { db in
      try db.execute(
        sql: """
          INSERT INTO signIn (id, member, start, lastUse, confirmation, isRemembered)
          SELECT ?, id, ?, ?, ?, ? FROM member
          WHERE id = ? AND passwordHash = ? AND disabledAt IS NULL
          """,
        arguments: [
          signedIn.id.uuidString, now.timeIntervalSince1970, now.timeIntervalSince1970,
          now.timeIntervalSince1970, isRemembered, account.member.id, account.passwordHash,
        ])
      guard db.changesCount == 1 else { return nil }
      if let hash { try Self.replaceHash(of: account, with: hash, db) }
      try Self.removeSignIns(of: account.member, at: now, times, db)
      return signedIn
    }
  }

  /// Deletes all sign-ins that have ended because of their age, and the least recently used ones of a member if there are
  /// too many.
  private static func removeSignIns(
    of member: Member, at now: Date, _ times: SignInTimes, _ db: Database
  ) throws {
    let oldest = now.addingTimeInterval(-(times.longestLifetime / .seconds(1)))
    try db.execute(
      sql: "DELETE FROM signIn WHERE start < ?", arguments: [oldest.timeIntervalSince1970])
    try db.execute(
      sql: """
        DELETE FROM signIn WHERE member = ? AND id NOT IN
          (SELECT id FROM signIn WHERE member = ? ORDER BY lastUse DESC, rowid DESC LIMIT ?)
        """,
      arguments: [member.id, member.id, signInsPerMember])
  }

  /// Returns a sign-in, or `nil` if it has ended.
  func session(of signedIn: SignedIn, at now: Date, _ times: SignInTimes) throws -> MemberSession? {
    try writer.read { try Self.session(of: signedIn, at: now, times, $0) }
  }

  private static func session(
    of signedIn: SignedIn, at now: Date, _ times: SignInTimes, _ db: Database
  ) throws -> MemberSession? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT signIn.* FROM signIn JOIN member ON member.id = signIn.member
        WHERE signIn.id = ? AND signIn.member = ? AND member.disabledAt IS NULL
        """,
      arguments: [signedIn.id.uuidString, signedIn.member.id]
    ).flatMap { session($0, at: now, times) }
  }

  /// Returns the sign-ins of a member that haven't ended, oldest first.
  func sessions(of member: Member, at now: Date, _ times: SignInTimes) throws -> [MemberSession] {
    let rows = try writer.read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM signIn WHERE member = ? ORDER BY start, rowid",
        arguments: [member.id])
    }
    return rows.compactMap { Self.session($0, at: now, times) }
  }

  private static func session(_ row: Row, at now: Date, _ times: SignInTimes) -> MemberSession? {
    guard let id = UUID(uuidString: row["id"]) else { return nil }
    let session = MemberSession(
      id: id, start: Date(timeIntervalSince1970: row["start"]),
      lastUse: Date(timeIntervalSince1970: row["lastUse"]),
      confirmation: Date(timeIntervalSince1970: row["confirmation"]),
      isRemembered: row["isRemembered"])
    return times.limits(isRemembered: session.isRemembered)
      .allow(start: session.start, lastUse: session.lastUse, at: now) ? session : nil
  }

  /// Records that a sign-in was used, unless it has ended.
  func use(_ signedIn: SignedIn, at now: Date, _ times: SignInTimes) async throws {
    try await writer.write { db in
      guard try Self.session(of: signedIn, at: now, times, db) != nil else { return }
      try db.execute(
        sql: "UPDATE signIn SET lastUse = ? WHERE id = ?",
        arguments: [now.timeIntervalSince1970, signedIn.id.uuidString])
    }
  }

  /// Records that the member of a sign-in has entered the password.
  /// - Parameters:
  ///   - account: The account with the verified hash.
  ///   - hash: A stronger hash of the same password, which replaces the verified one.
  /// - Returns: Whether it was recorded. It isn't if the account has another hash by now.
  func confirm(
    _ signedIn: SignedIn, with account: Account, upgradingTo hash: String?, at now: Date
  ) async throws -> Bool {
    try await writer.write { db in
      try db.execute(
        sql: """
          UPDATE signIn SET confirmation = ? WHERE id = ? AND member =
            (SELECT id FROM member WHERE id = ? AND passwordHash = ?)
          """,
        arguments: [
          now.timeIntervalSince1970, signedIn.id.uuidString, account.member.id,
          account.passwordHash,
        ])
      guard db.changesCount == 1 else { return false }
      if let hash { try Self.replaceHash(of: account, with: hash, db) }
      return true
    }
  }

  /// Ends a sign-in of a member.
  func endSignIn(_ id: UUID, of member: Member) async throws {
    try await writer.write { db in
      try db.execute(
        sql: "DELETE FROM signIn WHERE id = ? AND member = ?",
        arguments: [id.uuidString, member.id])
    }
  }

  /// Ends all sign-ins of a member, and makes links unusable.
  func endAll(of member: Member) async throws {
    try await writer.write { try Self.endEverything(of: member, except: nil, $0) }
  }

  /// Ends all sign-ins of an account, and makes its links unusable.
  /// - Returns: The account's member, or `nil` if there's no account with the address.
  func endAll(email: String) async throws -> Member? {
    try await writer.write { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM member WHERE email = ?", arguments: [email])
      guard let member = row.map(Account.init)?.member else { return nil }
      try Self.endEverything(of: member, except: nil, db)
      return member
    }
  }

  /// Ends all sign-ins of all members, and makes all links unusable.
  func endAll() async throws {
    try await writer.write { db in
      try db.execute(sql: "DELETE FROM signIn")
      try db.execute(sql: "DELETE FROM reset")
    }
  }

  static func endEverything(of member: Member, except kept: UUID?, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM signIn WHERE member = ? AND id <> ?",
      arguments: [member.id, kept?.uuidString ?? ""])
    try db.execute(sql: "DELETE FROM reset WHERE member = ?", arguments: [member.id])
  }
}
