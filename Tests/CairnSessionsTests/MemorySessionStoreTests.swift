import CairnSessions
import CairnSessionsTesting
import Testing

struct MemorySessionStoreTests {
  @Test(arguments: SessionStoreCheck.all)
  func `Meets the requirements of a session store`(check: SessionStoreCheck) async throws {
    try await check.run { MemorySessionStore() }
  }

  @Test func `Completions are called before the call returns`() async {
    let store = MemorySessionStore()
    await confirmation(expectedCount: 2) { called in
      store.load(SessionQuery(session: StoredSession.ID(bits: 1))) { _ in called() }
      let time = SessionTime(microsecondsSince1970: 0)
      store.commit(SessionTransaction(session: StoredSession.ID(bits: 1), time: time)) { _ in
        called()
      }
    }
  }

  @Test func `The store stays within its capacity`() async throws {
    let store = MemorySessionStore(capacity: 1000)
    func transaction(_ number: Int, size: Int) -> SessionTransaction {
      var transaction = SessionTransaction(
        session: StoredSession.ID(bits: UInt128(number)),
        time: SessionTime(microsecondsSince1970: Int64(number)))
      transaction.writes = [
        SceneWrite(
          mark: StoredScene.Mark(known: "a"), replacing: nil, revision: 1,
          payload: [UInt8](repeating: 1, count: size))
      ]
      return transaction
    }
    for number in 1...3 {
      let verdict = try await store.commit(transaction(number, size: 400))
      let evicted = number > 2 ? [StoredSession.ID(bits: UInt128(number - 2))] : []
      #expect(verdict.evictions == EvictionReport(sessions: evicted))
    }
    #expect(store.bytes == 800)
    let error = await #expect(throws: SessionStoreError.self) {
      try await store.commit(transaction(4, size: 1001))
    }
    #expect(error?.kind == .tooLarge)
    #expect(store.counts.sessions == 2)
  }

  @Test func `The oldest session is found after uses in any order`() async throws {
    let store = MemorySessionStore()
    var generator = SystemRandomNumberGenerator()
    var lastUses: [StoredSession.ID: SessionTime] = [:]
    for step in 0..<3000 {
      let id = StoredSession.ID(bits: UInt128(Int.random(in: 0..<200, using: &generator)))
      if step.isMultiple(of: 7) {
        try await store.removeSession(id)
        lastUses[id] = nil
        continue
      }
      let time = SessionTime(microsecondsSince1970: .random(in: 0..<1000, using: &generator))
      var transaction = SessionTransaction(session: id, time: time)
      if lastUses[id] == nil { transaction.answer = .test(step) }
      let isNew = lastUses[id] == nil
      transaction.limits.sessions = 50
      let verdict = try await store.commit(transaction)
      lastUses[id] = max(time, lastUses[id] ?? time)
      var expected: [StoredSession.ID] = []
      if isNew, lastUses.count > 50 {
        let oldest = lastUses.filter { $0.key != id }
          .min { ($0.value, $0.key.bits) < ($1.value, $1.key.bits) }
        let oldestID = try #require(oldest?.key)
        lastUses[oldestID] = nil
        expected = [oldestID]
      }
      #expect(verdict.evictions == EvictionReport(sessions: expected))
    }
  }
}

extension SubmissionAnswer {
  fileprivate static func test(_ step: Int) -> SubmissionAnswer? {
    StoredSubmission.Digest(bytes: [UInt8](repeating: 0, count: 32)).map { digest in
      SubmissionAnswer(
        StoredSubmission(nonce: UInt128(step), digest: digest, issued: UInt64(step)), text: "")
    }
  }
}
