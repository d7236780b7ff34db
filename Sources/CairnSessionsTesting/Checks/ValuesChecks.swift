import CairnSessions

extension SessionStoreCheck {
  static let values = [
    SessionStoreCheck("the values of a session are loaded as they were written, with any scene") {
      checked in
      let payloads: [[UInt8]] = [
        [0, 255, 10], [], Array(repeating: 7, count: StoredValues.maximumPayload),
      ]
      for (number, payload) in payloads.enumerated() {
        try await checked.commit(
          SessionTransaction(number, at: 1).writing("a")
            .writingValues(revision: 4, payload: payload))
        for mark in ["a", "unknown"] {
          let findings = try await checked.store.load(
            SessionQuery(session: .test(number), mark: .test(mark)))
          checked.expect(
            findings.values, equals: StoredValues(revision: 4, payload: payload), "the values")
        }
      }
      let other = try await checked.values(of: .test(9))
      checked.expect(other, equals: nil, "the values of another session")
    },
    SessionStoreCheck("values alone make a session, and stay where others do not write them") {
      checked in
      try await checked.commit(SessionTransaction(1, at: 1).writingValues())
      try await checked.commit(SessionTransaction(1, at: 2).writing("a"))
      try await checked.commit(SessionTransaction(1, at: 3).readingValues(at: 1).removing("a"))
      let findings = try await checked.store.load(SessionQuery(session: .test(1)))
      checked.expect(
        findings.values, equals: StoredValues(revision: 1, payload: [4, 5, 6]), "the values")
      checked.expect(findings.lastUse, equals: .test(3), "the session's last use")
    },
    SessionStoreCheck("values at another revision than the expected one change nothing") {
      checked in
      let current = StoredValues(revision: 4, payload: [4, 5, 6])
      try await checked.commit(
        SessionTransaction(1, at: 1).writing("a").writingValues(revision: 4))
      let transactions = [
        SessionTransaction(1, at: 2).writingValues(replacing: 3, revision: 5, payload: [9]),
        SessionTransaction(1, at: 2).writingValues(revision: 5, payload: [9]),
        SessionTransaction(1, at: 2).readingValues(at: 3),
        SessionTransaction(1, at: 2).readingValues(at: nil),
      ]
      for transaction in transactions {
        let verdict = try await checked.store.commit(
          transaction.writing("a", replacing: 1, revision: 2).writing("b")
            .answering(.test(nonce: 1), "done"))
        checked.expect(verdict, equals: .valuesConflict(current), "the verdict")
      }
      let findings = try await checked.store.load(
        SessionQuery(session: .test(1), mark: .test("a"), submission: .test(nonce: 1)))
      checked.expect(findings.values, equals: current, "the values")
      checked.expect(findings.scene?.revision, equals: 1, "the scene's revision")
      checked.expect(findings.submission, equals: .new, "the transaction's submission")
      checked.expect(findings.lastUse, equals: .test(1), "the session's last use")
      let unborn = try await checked.scene(.test("b"), of: .test(1))
      checked.expect(unborn, equals: nil, "the scene that would have been born")
    },
    SessionStoreCheck("values of a session that is gone are not written again") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writingValues())
      try await checked.store.removeSession(.test(1))
      let gone = try await checked.values(of: .test(1))
      checked.expect(gone, equals: nil, "the values of a removed session")
      for transaction in [
        SessionTransaction(1, at: 2).writingValues(replacing: 1, revision: 2),
        SessionTransaction(1, at: 2).readingValues(at: 1),
      ] {
        let verdict = try await checked.store.commit(transaction.writing("a"))
        checked.expect(verdict, equals: .valuesConflict(nil), "the verdict")
      }
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "a conflict makes no session")
      try await checked.commit(SessionTransaction(1, at: 3).writingValues(payload: [8]))
      let again = try await checked.values(of: .test(1))
      checked.expect(again?.payload, equals: [8], "the values of the session that came again")
    },
    SessionStoreCheck("values go with their session, be it idle or one too many") { checked in
      let limits = SessionLimits(sessions: 2)
      for session in 1...3 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits).writingValues())
      }
      let first = try await checked.values(of: .test(1))
      checked.expect(first, equals: nil, "the values of the session that was one too many")
      _ = try await checked.store.removeSessions(idleSince: .test(3))
      let second = try await checked.values(of: .test(2))
      checked.expect(second, equals: nil, "the values of the idle session")
      let third = try await checked.values(of: .test(3))
      checked.expect(third?.revision, equals: 1, "the values of the session that is left")
    },
    SessionStoreCheck("scenes and values are written together or not at all") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a").writingValues())
      let verdict = try await checked.store.commit(
        SessionTransaction(1, at: 2).writing("a", replacing: 8, revision: 9)
          .writingValues(replacing: 1, revision: 2))
      let scene = try await checked.scene(.test("a"), of: .test(1))
      checked.expect(
        verdict, equals: .conflict([SceneConflict(mark: .test("a"), current: scene)]),
        "the verdict")
      let values = try await checked.values(of: .test(1))
      checked.expect(values?.revision, equals: 1, "the revision of the values")
    },
    SessionStoreCheck("a repeat gets its answer, whatever became of the values") { checked in
      let transaction = SessionTransaction(1, at: 1).writingValues()
        .answering(.test(nonce: 1), "done")
      try await checked.commit(transaction)
      let verdict = try await checked.store.commit(transaction)
      checked.expect(verdict, equals: .answered("done"), "the verdict on the repeat")
    },
    SessionStoreCheck(
      "values that are too large, or of the revision that they replace, are refused"
    ) {
      checked in
      let mistakes = [
        SessionTransaction(1, at: 1)
          .writingValues(
            payload: Array(repeating: 1, count: StoredValues.maximumPayload + 1)),
        SessionTransaction(1, at: 1).writingValues(replacing: 2, revision: 2),
      ]
      for mistake in mistakes {
        do throws(SessionStoreError) {
          let verdict = try await checked.store.commit(mistake)
          checked.report("Values were not refused: \(verdict).")
        } catch {
          checked.expect(error.kind, equals: .invalid, "the failure's kind")
        }
      }
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "nothing of a refused transaction is stored")
    },
    SessionStoreCheck("of writers of one revision of the values exactly one wins") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writingValues(revision: 0))
      let store = checked.store
      let wins = try await withThrowingTaskGroup(of: Int.self) { group in
        for writer in 0..<8 {
          group.addTask {
            var wins = 0
            for revision in UInt64(0)..<25 {
              let verdict = try await store.commit(
                SessionTransaction(1, at: 2)
                  .writingValues(
                    replacing: revision, revision: revision + 1, payload: [UInt8(writer)]))
              if case .committed = verdict { wins += 1 }
            }
            return wins
          }
        }
        return try await group.reduce(0, +)
      }
      let values = try await checked.values(of: .test(1))
      checked.expect(UInt64(wins), equals: values?.revision ?? 0, "the number of winners")
    },
  ]
}
