import Foundation
import GRDB

extension MembersDatabase {
  /// Inserts a sign-in, and deletes all that have ended because of their age.
  func insertSignIn(
    of member: Member, isRemembered: Bool, at now: Date, _ times: SignInTimes
  ) async throws -> SignedIn {
    let signedIn = SignedIn(id: UUID(), member: member)
    let oldest = now.addingTimeInterval(-(times.longestLifetime / .seconds(1)))
    try await writer.write { db in
      try db.execute(
        sql: "DELETE FROM signIn WHERE start < ?", arguments: [oldest.timeIntervalSince1970])
      try db.execute(
        sql: """
          INSERT INTO signIn (id, member, start, lastUse, isRemembered) VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [
          signedIn.id.uuidString, member.id, now.timeIntervalSince1970, now.timeIntervalSince1970,
          isRemembered,
        ])
    }
    return signedIn
  }

  /// Returns a sign-in, or `nil` if it has ended.
  func session(of signedIn: SignedIn, at now: Date, _ times: SignInTimes) throws -> MemberSession? {
    try writer.read { try Self.sessions(of: signedIn.member, at: now, times, $0) }
      .first { $0.id == signedIn.id }
  }

  /// Returns the sign-ins of a member that haven't ended, oldest first.
  func sessions(of member: Member, at now: Date, _ times: SignInTimes) throws -> [MemberSession] {
    try writer.read { try Self.sessions(of: member, at: now, times, $0) }
  }

  private static func sessions(
    of member: Member, at now: Date, _ times: SignInTimes, _ db: Database
  ) throws -> [MemberSession] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM signIn WHERE member = ? ORDER BY start, rowid",
      arguments: [member.id])
    return rows.compactMap { row in
      guard let id = UUID(uuidString: row["id"]) else { return nil }
      let session = MemberSession(
        id: id, start: Date(timeIntervalSince1970: row["start"]),
        lastUse: Date(timeIntervalSince1970: row["lastUse"]), isRemembered: row["isRemembered"])
      return times.limits(isRemembered: session.isRemembered)
        .allow(start: session.start, lastUse: session.lastUse, at: now) ? session : nil
    }
  }

  /// Records that a sign-in was used, unless it has ended.
  func use(_ signedIn: SignedIn, at now: Date, _ times: SignInTimes) async throws {
    try await writer.write { db in
      let sessions = try Self.sessions(of: signedIn.member, at: now, times, db)
      guard sessions.contains(where: { $0.id == signedIn.id }) else { return }
      try db.execute(
        sql: "UPDATE signIn SET lastUse = ? WHERE id = ?",
        arguments: [now.timeIntervalSince1970, signedIn.id.uuidString])
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

  static func endEverything(of member: Member, except kept: UUID?, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM signIn WHERE member = ? AND id <> ?",
      arguments: [member.id, kept?.uuidString ?? ""])
    try db.execute(sql: "DELETE FROM reset WHERE member = ?", arguments: [member.id])
  }
}
