import CairnSQLite
import CairnSessions
import Foundation
import GRDB
import Logging
import Testing

/// Failures of the disk and of other processes, after which a store continues.
struct FailureTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `After a full disk, the store continues when there's space`() async throws {
    let store = try SQLiteSessionStore(
      path: directory.file, configuration: .init(maximumSize: 400_000))
    let payload = [UInt8]("confidential".utf8) + [UInt8](repeating: 0x63, count: 20_000)
    var stored: [Int] = []
    var full: SessionStoreError?
    for session in 1...50 where full == nil {
      do throws(SessionStoreError) {
        _ = try await store.commit(
          SessionTransaction(session).writing(payload: payload).writing("b", payload: payload))
        stored.append(session)
      } catch {
        full = error
      }
    }
    let error = try #require(full)
    #expect(error.kind == .full && error.isTemporary)
    #expect(error.recoverySuggestion.contains("Free space"))
    #expect(!"\(error)".contains("confidential") && !"\(error)".contains("63636363"))
    #expect(stored.count >= 2)
    for session in stored {
      #expect(try await store.scene("b", of: session)?.payload == payload)
    }
    #expect(try await store.scene(of: stored.count + 1) == nil)

    try await store.removeSession(StoredSession.ID(bits: 1))
    let verdict = try await store.commit(SessionTransaction(99).writing(payload: payload))
    #expect(verdict.evictions == EvictionReport())
    await store.close()
  }

  @Test func `Small commits succeed while large ones fail for lack of space`() async throws {
    let store = try SQLiteSessionStore(
      path: directory.file, configuration: .init(maximumSize: 400_000))
    let large = [UInt8](repeating: 1, count: 1_000_000)
    let failures = await withTaskGroup(of: (Int, SessionStoreError?).self) { group in
      for session in 1...40 {
        group.addTask {
          let isLarge = session.isMultiple(of: 4)
          do throws(SessionStoreError) {
            _ = try await store.commit(
              SessionTransaction(session).writing(payload: isLarge ? large : [1]))
            return (session, nil)
          } catch {
            return (session, error)
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(Set(failures.keys) == Set(stride(from: 4, through: 40, by: 4)))
    #expect(failures.values.allSatisfy { $0.kind == .full })
    for session in 1...40 {
      #expect(try await (store.scene(of: session) == nil) == session.isMultiple(of: 4))
    }
    await store.close()
  }

  @Test func `A lock that isn't released fails after the timeout`() async throws {
    let log = LogRecorder()
    let store = try SQLiteSessionStore(
      path: directory.file, configuration: .init(busyTimeout: .milliseconds(100)),
      logger: Logger(label: "test") { _ in log })
    _ = try await store.commit(SessionTransaction(1).writing())

    let other = try otherConnection()
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let start = ContinuousClock.now
    let error = try await failure {
      _ = try await store.commit(SessionTransaction(1).writing(replacing: 1, revision: 2))
    }
    #expect(error.kind == .busy && error.isTemporary)
    #expect(ContinuousClock.now - start >= .milliseconds(100))
    #expect(try await store.scene(of: 1)?.revision == 1, "readers don't wait")
    _ = try await failure { _ = try await store.commit(SessionTransaction(2).writing()) }

    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    let verdict = try await store.commit(
      SessionTransaction(1).writing(replacing: 1, revision: 2))
    #expect(verdict.evictions == EvictionReport())
    await store.close()
    #expect(log.messages(.error).count == 1, "only the first of consecutive failures is logged")
    #expect(log.messages(.error).first?.contains("another process keeps it locked") == true)
    #expect(log.messages(.notice) == ["Writing to the session store works again"])
  }

  @Test func `A commit waits for a lock that's released in time`() async throws {
    let store = try SQLiteSessionStore(path: directory.file)
    let other = try otherConnection()
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    async let verdict = store.commit(SessionTransaction(1).writing())
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    #expect(try await verdict.evictions == EvictionReport())
    await store.close()
  }

  @Test func `Readers don't wait for a running transaction`() async throws {
    let store = try SQLiteSessionStore(path: directory.file)
    _ = try await store.commit(SessionTransaction(1).writing())
    let other = try otherConnection()
    try await other.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE; DELETE FROM sessions")
    }
    #expect(try await store.scene(of: 1)?.revision == 1)
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    await store.close()
  }

  /// A connection that may hold a lock for longer than a call.
  private func otherConnection() throws -> DatabaseQueue {
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: directory.file, configuration: configuration)
  }
}
