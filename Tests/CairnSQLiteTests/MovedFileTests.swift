import CairnSQLite
import CairnSessions
import Foundation
import Logging
import Testing

/// The file is deleted, replaced, or moved while a store has it open.
struct MovedFileTests {
  private let directory: TemporaryDirectory
  private let log = LogRecorder()

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func store(at path: String? = nil) throws -> SQLiteSessionStore {
    try SQLiteSessionStore(
      path: path ?? directory.file, logger: Logger(label: "test") { [log] _ in log })
  }

  private func delete(_ suffixes: String...) throws {
    for suffix in suffixes {
      try FileManager.default.removeItem(atPath: directory.file + suffix)
    }
  }

  /// Checks that everything at the path is available to the next store.
  private func expectStored(
    _ sessions: [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let next = try SQLiteSessionStore(path: directory.file)
    for session in 1...4 {
      let isStored = try await next.scene(of: session) != nil
      #expect(isStored == sessions.contains(session), sourceLocation: sourceLocation)
    }
    await next.close()
  }

  @Test(arguments: [["", "-wal", "-shm"], [""], ["", "-shm"]])
  func `After its file was deleted, the store continues with a new one`(suffixes: [String])
    async throws
  {
    let store = try store()
    _ = try await store.commit(SessionTransaction(1).writing())
    for suffix in suffixes { try delete(suffix) }
    // A write based on the deleted file finds no scene.
    let verdict = try await store.commit(
      SessionTransaction(1).writing(replacing: 1, revision: 2))
    #expect(
      verdict == .conflict([SceneConflict(mark: StoredScene.Mark(known: "k3"), current: nil)]))
    _ = try await store.commit(SessionTransaction(2).writing())
    #expect(try await store.scene(of: 1) == nil)
    #expect(try await store.scene(of: 2) != nil)
    #expect(log.messages(.error).count == 1)
    let message = try #require(log.messages(.error).first)
    #expect(message.contains("was deleted or moved while the server was using it"))
    #expect(message.contains("Stop the server before you delete, move, or restore its files"))
    #expect(log.messages(.notice) == ["Created a new, empty file for the sessions"])
    await store.close()
    try await expectStored([2])
  }

  @Test func `The first commit after a deletion is in the new file`() async throws {
    let store = try store()
    try delete("", "-wal", "-shm")
    #expect(try await store.commit(SessionTransaction(1).writing()).evictions == EvictionReport())
    await store.close()
    try await expectStored([1])
  }

  @Test(arguments: [false, true])
  func `After its file was replaced, the store continues with the replacement`(withItsLog: Bool)
    async throws
  {
    let other = try store(at: directory.path + "/other.sqlite")
    _ = try await other.commit(SessionTransaction(1).writing(payload: [7]))
    let store = try store()
    for session in 1...3 { _ = try await store.commit(SessionTransaction(session).writing()) }
    if withItsLog {
      // Like a copy of a running store, whose writes are still in its log.
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: directory.path + "/other.sqlite" + suffix,
          toPath: directory.path + "/copy.sqlite" + suffix)
      }
      try delete("-wal", "-shm")
      try rename("copy.sqlite", "sessions.sqlite")
      try rename("copy.sqlite-wal", "sessions.sqlite-wal")
      await other.close()
    } else {
      await other.close()
      // The log of the deleted file stays next to the new file.
      try rename("other.sqlite", "sessions.sqlite")
    }
    _ = try await store.commit(SessionTransaction(4).writing())
    #expect(try await store.scene(of: 1)?.payload == [7])
    #expect(try await store.scene(of: 2) == nil)
    #expect(log.messages(.error).count == 1)
    #expect(log.messages(.error).first?.contains("was replaced by another file") == true)
    #expect(log.messages(.notice) == ["Reopened the file of the sessions"])
    await store.close()
    try await expectStored([1, 4])
  }

  @Test func `A moved file keeps its content`() async throws {
    let store = try store()
    _ = try await store.commit(SessionTransaction(1).writing())
    try rename("sessions.sqlite", "moved.sqlite")
    _ = try await store.commit(SessionTransaction(2).writing())
    await store.close()
    try await expectStored([2])
    let moved = try SQLiteSessionStore(path: directory.path + "/moved.sqlite")
    #expect(try await moved.scene(of: 1) != nil)
    await moved.close()
  }

  @Test(arguments: ["-wal", "-shm"])
  func `Deleting the WAL or shared-memory file loses no data`(suffix: String) async throws {
    let store = try store()
    _ = try await store.commit(SessionTransaction(1).writing())
    try delete(suffix)
    _ = try await store.commit(SessionTransaction(2).writing())
    _ = try await store.commit(SessionTransaction(3).writing())
    #expect(try await store.scene(of: 1) != nil)
    #expect(log.messages(.error).count == 1)
    #expect(log.messages(.error).first?.contains("The -wal or -shm file") == true)
    // Without closing, like after a kill.
    for session in 1...3 {
      let other = try SQLiteSessionStore(path: directory.file)
      #expect(try await other.scene(of: session) != nil)
      await other.close()
    }
    await store.close()
    try await expectStored([1, 2, 3])
  }

  @Test func `A missing directory is a failure until it's back`() async throws {
    let folder = directory.path + "/folder"
    let path = folder + "/sessions.sqlite"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try store(at: path)
    _ = try await store.commit(SessionTransaction(1).writing())
    try FileManager.default.removeItem(atPath: folder)
    for _ in 0..<3 {
      let error = try await failure { _ = try await store.commit(SessionTransaction(2).writing()) }
      #expect(error.kind == .inaccessible)
      #expect(error.reason.contains("No such file or directory"))
      #expect(error.recoverySuggestion.contains("its directory exists"))
    }
    let reading = try await failure { _ = try await store.scene(of: 1) }
    #expect(reading.kind == .inaccessible)
    #expect(log.messages(.error).count { $0.contains("was deleted or moved") } == 1)
    #expect(log.messages(.error).contains { $0.contains("its directory exists") })

    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try await store.scene(of: 1) == nil, "readers also find the file again")
    #expect(try await store.commit(SessionTransaction(2).writing()).evictions == EvictionReport())
    #expect(log.messages(.notice).contains("Created a new, empty file for the sessions"))
    #expect(log.messages(.notice).contains("Writing to the session store works again"))
    await store.close()
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `A replacement that isn't a database is rejected and kept`() async throws {
    let store = try store()
    _ = try await store.commit(SessionTransaction(1).writing())
    let letter = Data("Dear reader".utf8) + Data(repeating: 0x41, count: 5000)
    try letter.write(to: URL(filePath: directory.path + "/letter"))
    try rename("letter", "sessions.sqlite")
    for _ in 0..<2 {
      let error = try await failure { _ = try await store.commit(SessionTransaction(2).writing()) }
      #expect(error.kind == .corrupt)
    }
    #expect(try Data(contentsOf: URL(filePath: directory.file)) == letter)
    try delete("")
    #expect(try await store.commit(SessionTransaction(2).writing()).evictions == EvictionReport())
    await store.close()
  }

  @Test func `Concurrent commits after a deletion are all in the new file`() async throws {
    let store = try store()
    try delete("", "-wal", "-shm")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for session in 1...200 {
        group.addTask {
          let verdict = try await store.commit(SessionTransaction(session).writing())
          #expect(verdict.evictions == EvictionReport())
          #expect(try await store.scene(of: session) != nil)
        }
      }
      try await group.waitForAll()
    }
    await store.close()
    try await expectStored([1, 2, 3, 4])
  }

  private func rename(_ name: String, _ target: String) throws {
    guard Foundation.rename("\(directory.path)/\(name)", "\(directory.path)/\(target)") == 0
    else { throw CocoaError(.fileNoSuchFile) }
  }
}
