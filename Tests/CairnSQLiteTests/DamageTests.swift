import CairnSQLite
import CairnSessions
import Foundation
import GRDB
import Testing

/// Files that a store refuses to open and doesn't change.
struct DamageTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `A file that isn't a database is rejected and kept`() async throws {
    let content = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try content.write(to: URL(filePath: directory.file))
    try await expectRefusal(.corrupt, containing: "is damaged", keeping: content)
  }

  @Test func `Overwritten bytes are found when the file is opened`() async throws {
    try await makeStore()
    var content = try Data(contentsOf: URL(filePath: directory.file))
    // Overwrites page headers, so that the database structure breaks instead of a single snapshot.
    for page in stride(from: 4096, to: content.count, by: 4096) {
      content.replaceSubrange(page..<page + 64, with: [UInt8](repeating: 0xA5, count: 64))
    }
    try content.write(to: URL(filePath: directory.file))
    try await expectRefusal(.corrupt, containing: "The file was kept", keeping: content)
  }

  @Test func `A truncated file is rejected and kept`() async throws {
    try await makeStore()
    let content = try Data(contentsOf: URL(filePath: directory.file)).prefix(20_000)
    try content.write(to: URL(filePath: directory.file))
    try await expectRefusal(.corrupt, containing: ".recover", keeping: content)
  }

  @Test func `Damage that's found later fails only the affected work`() async throws {
    try await makeStore()
    try await changeFile { database in
      try database.execute(sql: "UPDATE scenes SET revision = 'x' WHERE mark = 'k3'")
    }
    let store = try SQLiteSessionStore(path: directory.file)
    let loading = try await failure { _ = try await store.scene(of: 1) }
    #expect(loading.kind == .corrupt)
    let writing = try await failure {
      _ = try await store.commit(SessionTransaction(1).writing(replacing: 1, revision: 2))
    }
    #expect(writing.kind == .corrupt)
    #expect(try await store.scene("other", of: 1)?.revision == 1)
    _ = try await store.commit(SessionTransaction(1).writing("third"))
    await store.close()
  }

  @Test func `A file with a newer version is rejected and kept`() async throws {
    try await makeStore()
    try await changeFile { try $0.execute(sql: "UPDATE version SET version = 7") }
    let content = try Data(contentsOf: URL(filePath: directory.file))
    try await expectRefusal(
      .newerVersion, containing: "has version 7, but this program supports versions up to 6",
      keeping: content)
  }

  @Test func `Another program's database is rejected and kept`() async throws {
    try await changeFile { try $0.execute(sql: "CREATE TABLE items (name TEXT)") }
    let content = try Data(contentsOf: URL(filePath: directory.file))
    try await expectRefusal(.foreign, containing: "but not a session store", keeping: content)
  }

  @Test func `A missing directory is reported`() async throws {
    let error = try await failure {
      _ = try SQLiteSessionStore(path: directory.path + "/missing/sessions.sqlite")
    }
    #expect(error.kind == .inaccessible)
    #expect(error.recoverySuggestion.contains("its directory exists"))
  }

  private func makeStore() async throws {
    let store = try SQLiteSessionStore(path: directory.file)
    for session in 1...50 {
      _ = try await store.commit(
        SessionTransaction(session).writing(payload: Array(repeating: 1, count: 3000))
          .writing("other"))
    }
    await store.close()
  }

  private func changeFile(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
    let queue = try DatabaseQueue(path: directory.file)
    try await queue.writeWithoutTransaction(body)
    try queue.close()
  }

  private func expectRefusal(
    _ kind: SessionStoreError.Kind, containing words: String, keeping content: Data,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let error = try await failure(
      of: { _ = try SQLiteSessionStore(path: directory.file) }, sourceLocation: sourceLocation)
    #expect(error.kind == kind, sourceLocation: sourceLocation)
    #expect("\(error)".contains(words), "\(error)", sourceLocation: sourceLocation)
    #expect("\(error)".contains(directory.file), sourceLocation: sourceLocation)
    let kept = try Data(contentsOf: URL(filePath: directory.file))
    #expect(kept == content, sourceLocation: sourceLocation)
  }
}
