import CairnSQLite
import CairnSessions
import CairnSessionsTesting
import Foundation
import Testing

struct SQLiteSessionStoreTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(arguments: SessionStoreCheck.all)
  func `Meets the requirements of a session store`(check: SessionStoreCheck) async throws {
    try await check.run { try SQLiteSessionStore(path: directory.file) }
  }

  @Test(arguments: [SQLiteSessionStore.Configuration.Durability.processEnd, .powerLoss])
  func `Stored data survives closing and opening`(
    durability: SQLiteSessionStore.Configuration.Durability
  ) async throws {
    let configuration = SQLiteSessionStore.Configuration(durability: durability)
    let first = try SQLiteSessionStore(path: directory.file, configuration: configuration)
    _ = try await first.commit(SessionTransaction(1).writing())
    await first.close()
    let second = try SQLiteSessionStore(path: directory.file, configuration: configuration)
    #expect(try await second.scene(of: 1)?.payload == [1, 2, 3])
    await second.close()
  }

  @Test func `A closed store is one file`() async throws {
    let store = try SQLiteSessionStore(path: directory.file)
    for session in 1...20 {
      _ = try await store.commit(SessionTransaction(session).writing())
      #expect(try await store.scene(of: session) != nil)
    }
    await store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names == ["sessions.sqlite"])
    let copy = directory.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: directory.file, toPath: copy)
    let next = try SQLiteSessionStore(path: copy)
    for session in 1...20 { #expect(try await next.scene(of: session) != nil) }
    await next.close()
  }

  @Test func `Only the owner can read the store's files`() async throws {
    let store = try SQLiteSessionStore(path: directory.file)
    _ = try await store.commit(SessionTransaction(1).writing())
    for suffix in ["", "-wal", "-shm"] { #expect(try mode(directory.file + suffix) == 0o600) }
    await store.close()
  }

  @Test func `A file that others could read becomes private`() async throws {
    let first = try SQLiteSessionStore(path: directory.file)
    _ = try await first.commit(SessionTransaction(1).writing())
    await first.close()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: directory.file)
    let second = try SQLiteSessionStore(path: directory.file)
    _ = try await second.commit(SessionTransaction(2).writing())
    for suffix in ["", "-wal", "-shm"] { #expect(try mode(directory.file + suffix) == 0o600) }
    await second.close()
  }

  @Test func `Two stores on one file see each other's changes`() async throws {
    let one = try SQLiteSessionStore(path: directory.file)
    let other = try SQLiteSessionStore(path: directory.file)
    _ = try await one.commit(SessionTransaction(1).writing())
    let verdict = try await other.commit(
      SessionTransaction(1).writing(replacing: 1, revision: 2, payload: [4]))
    #expect(verdict.evictions == EvictionReport())
    let late = try await one.commit(
      SessionTransaction(1).writing(replacing: 1, revision: 2, payload: [5]))
    guard case .conflict(let conflicts) = late else {
      Issue.record("\(late)")
      return
    }
    #expect(conflicts.map(\.current?.payload) == [[4]])
    await one.close()
    #expect(try await other.scene(of: 1)?.revision == 2)
    await other.close()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
