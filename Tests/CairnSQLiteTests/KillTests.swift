import CairnSQLite
import CairnSessions
import Foundation
import Testing

/// Processes that end in the middle of their work, and processes that share a file.
///
/// The other process is this test's own executable, started again for the body of an exit test. It kills itself with
/// the signal of `kill -9`, on a thread that isn't used for the work.
struct KillTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// - Parameter count: The number of acknowledged transactions after which the process ends.
  @Test(arguments: [1, 17, 100, 400])
  func `Acknowledged transactions survive a kill`(count: Int) async throws {
    let path = directory.file
    let result = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) { [path = path as String, count = count as Int] in
      let store = try SQLiteSessionStore(path: path)
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        for _ in 0..<count { end.wait() }
        usleep(.random(in: 0..<3000))
        kill(getpid(), SIGKILL)
      }
      await Walk.run(on: store, sessions: 8) { acknowledged in
        // Each line is one write, so that lines are complete.
        let line = Array("ack \(acknowledged.session) \(acknowledged.revision)\n".utf8)
        _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        end.signal()
      }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    var acknowledged: [Int: UInt64] = [:]
    for line in output.split(separator: "\n") where line.hasPrefix("ack ") {
      let numbers = line.split(separator: " ").compactMap { UInt64($0) }
      try #require(numbers.count == 2)
      acknowledged[Int(numbers[0])] = numbers[1]
    }
    #expect(output.split(separator: "\n").count >= count)
    #expect(!acknowledged.isEmpty)

    let store = try SQLiteSessionStore(path: path)
    for (session, revision) in acknowledged {
      try await Walk.expectWhole(session: session, atLeast: revision, in: store)
    }
    // The store continues from its last state.
    let verdict = try await store.commit(SessionTransaction(99).writing())
    #expect(verdict.evictions == EvictionReport())
    await store.close()
  }

  @Test func `Processes that share a file lose no changes`() async throws {
    let path = directory.file
    let first = try SQLiteSessionStore(path: path)
    _ = try await first.commit(SessionTransaction(1).writing(revision: 0))
    async let other: Void = {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let store = try SQLiteSessionStore(path: path)
        try await Walk.count(on: store, to: 200)
        await store.close()
      }
    }()
    try await Walk.count(on: first, to: 200)
    await other
    #expect(try await first.scene(of: 1)?.revision == 400)
    await first.close()
  }
}

/// The work of a process on a store, and the checks of the result.
private enum Walk {
  /// Changes two scenes of each session and answers a submission in every transaction, endlessly.
  static func run(
    on store: SQLiteSessionStore, sessions: Int,
    acknowledge: @escaping @Sendable ((session: Int, revision: UInt64)) -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for session in 1...sessions {
        group.addTask {
          for revision in UInt64(0)... {
            let replaced = revision == 0 ? nil : revision - 1
            var transaction = SessionTransaction(session, at: Int64(revision))
              .writing(
                "a", replacing: replaced, revision: revision, payload: payload(revision, 3000)
              )
              .writing(
                "b", replacing: replaced, revision: revision, payload: payload(revision, 9000))
            transaction.answer = SubmissionAnswer(submission(revision), text: "\(revision)")
            let verdict = try? await store.commit(transaction)
            guard case .committed? = verdict else { return }
            acknowledge((session, revision))
          }
        }
      }
    }
  }

  static func expectWhole(
    session: Int, atLeast revision: UInt64, in store: SQLiteSessionStore
  ) async throws {
    let a = try #require(try await store.scene("a", of: session))
    let b = try #require(try await store.scene("b", of: session))
    #expect(a.revision >= revision, "acknowledged transactions are stored")
    #expect(a.revision == b.revision, "transactions are atomic")
    #expect(a.payload == payload(a.revision, 3000))
    #expect(b.payload == payload(b.revision, 9000))
    let loadResult = try await store.load(
      SessionQuery(
        session: StoredSession.ID(bits: UInt128(session)),
        submission: submission(a.revision)))
    #expect(loadResult.submission == .answered("\(a.revision)"))
  }

  /// Increments the scene's revision a number of times, regardless of other writers.
  static func count(on store: SQLiteSessionStore, to count: Int) async throws {
    var wins = 0
    while wins < count {
      let revision = try #require(try await store.scene(of: 1)).revision
      let verdict = try await store.commit(
        SessionTransaction(1).writing(replacing: revision, revision: revision + 1))
      if case .committed = verdict { wins += 1 }
    }
  }

  private static func payload(_ revision: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: revision &* 31 &+ UInt64($0)) }
  }

  private static func submission(_ revision: UInt64) -> StoredSubmission {
    StoredSubmission(
      nonce: UInt128(revision), digest: StoredSubmission.Digest(high: 0, low: 0),
      issued: revision)
  }
}
