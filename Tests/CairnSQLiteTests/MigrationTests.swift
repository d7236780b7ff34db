import CairnSQLite
import CairnSessions
import Foundation
import GRDB
import Testing

/// Files of earlier versions are upgraded in place, without losses.
struct MigrationTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Makes a file like the first version did. It has a session with a scene and an answered submission.
  private func makeFirstVersion() throws {
    let queue = try DatabaseQueue(path: directory.file)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(
        sql: """
          CREATE TABLE version (version INTEGER NOT NULL);
          INSERT INTO version VALUES (1);
          CREATE TABLE sessions (
            id BLOB PRIMARY KEY NOT NULL,
            lastUse INTEGER NOT NULL,
            submissions INTEGER NOT NULL,
            horizon INTEGER
          ) WITHOUT ROWID;
          CREATE INDEX sessionsByLastUse ON sessions (lastUse);
          CREATE TABLE scenes (
            session BLOB NOT NULL REFERENCES sessions ON DELETE CASCADE,
            mark TEXT NOT NULL,
            revision INTEGER NOT NULL,
            lastUse INTEGER NOT NULL,
            payload BLOB NOT NULL,
            UNIQUE (session, mark)
          );
          CREATE TABLE submissions (
            session BLOB NOT NULL REFERENCES sessions ON DELETE CASCADE,
            nonce BLOB NOT NULL,
            digest BLOB NOT NULL,
            issued INTEGER NOT NULL,
            answer TEXT NOT NULL,
            PRIMARY KEY (session, nonce, digest)
          ) WITHOUT ROWID;
          CREATE INDEX submissionsByIssue ON submissions (session, issued);
          CREATE TABLE totals (sessions INTEGER NOT NULL);
          INSERT INTO totals VALUES (0);
          CREATE TRIGGER sessionAdded AFTER INSERT ON sessions
            BEGIN UPDATE totals SET sessions = sessions + 1; END;
          CREATE TRIGGER sessionRemoved AFTER DELETE ON sessions
            BEGIN UPDATE totals SET sessions = sessions - 1; END;
          PRAGMA application_id = 0x43616972;
          INSERT INTO sessions VALUES (x'\(hex(1))', 5, 1, NULL);
          INSERT INTO scenes VALUES (x'\(hex(1))', 'k3', 4, 5, x'010203');
          INSERT INTO submissions VALUES
            (x'\(hex(1))', x'\(hex(7))', x'\(hex(0))\(hex(9))', -9223372036854775805, 'done');
          """)
    }
    try queue.close()
  }

  /// 16 bytes that end with a number.
  private func hex(_ number: Int) -> String { String(repeating: "0", count: 31) + "\(number)" }

  private func version() throws -> Int? {
    let queue = try DatabaseQueue(path: directory.file)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT version FROM version") }
  }

  @Test func `A file of the first version is upgraded with its content`() async throws {
    try makeFirstVersion()
    for opening in 1...2 {
      let store = try SQLiteSessionStore(path: directory.file)
      let digest = try #require(
        StoredSubmission.Digest(bytes: Array(repeating: 0, count: 31) + [9]))
      let loadResult = try await store.load(
        SessionQuery(
          session: StoredSession.ID(bits: 1), mark: StoredScene.Mark("k3"),
          submission: StoredSubmission(nonce: 7, digest: digest, issued: 3)))
      #expect(loadResult.scene?.payload == [1, 2, 3])
      #expect(loadResult.scene?.revision == 4)
      #expect(loadResult.submission == .answered("done"))
      #expect(loadResult.values == (opening == 1 ? nil : StoredValues(revision: 1, payload: [9])))
      if opening == 1 {
        var transaction = SessionTransaction(1, at: 6)
        transaction.values = .write(ValuesWrite(replacing: nil, revision: 1, payload: [9]))
        #expect(try await store.commit(transaction).evictions == EvictionReport())
      }
      await store.close()
      #expect(try version() == 6)
    }
  }

  @Test func `The size of an upgraded file is known`() async throws {
    // A scene of 3 bytes, and a submission of 56 bytes with an answer of 4 bytes.
    for (limit, evicted) in [(73, []), (72, [StoredSession.ID(bits: 1)])] {
      try makeFirstVersion()
      let store = try SQLiteSessionStore(path: directory.file)
      var transaction = SessionTransaction(2, at: 6)
        .writing(payload: [UInt8](repeating: 1, count: 10))
      transaction.limits.bytes = limit
      #expect(try await store.commit(transaction).evictions == EvictionReport(sessions: evicted))
      await store.close()
      try FileManager.default.removeItem(atPath: directory.file)
    }
  }

  @Test func `Values of an upgraded file are removed with their session`() async throws {
    try makeFirstVersion()
    let store = try SQLiteSessionStore(path: directory.file)
    var transaction = SessionTransaction(1, at: 6)
    transaction.values = .write(ValuesWrite(replacing: nil, revision: 1, payload: [9]))
    _ = try await store.commit(transaction)
    try await store.removeSession(StoredSession.ID(bits: 1))
    let loadResult = try await store.load(SessionQuery(session: StoredSession.ID(bits: 1)))
    #expect(loadResult == SessionLoadResult())
    await store.close()
  }
}
