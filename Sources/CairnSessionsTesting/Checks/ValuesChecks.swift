import CairnSessions

extension SessionStoreCheck {
  static let values = [
    SessionStoreCheck("Values of a session are loaded as written, with any scene") {
      checked in
      let payloads: [[UInt8]] = [
        [0, 255, 10], [], Array(repeating: 7, count: StoredValues.maximumPayload),
      ]
      for (number, payload) in payloads.enumerated() {
        try await checked.commit(
          SessionTransaction(number, at: 1).writing("a")
            .writingValues(revision: 4, payload: payload))
        for sceneID in ["a", "unknown"] {
          let loadResult = try await checked.store.load(
            SessionQuery(session: .test(number), mark: .test(sceneID)))
          checked.expect(
            loadResult.values, equals: StoredValues(revision: 4, payload: payload), "the values")
        }
      }
      let other = try await checked.values(of: .test(9))
      checked.expect(other, equals: nil, "the values of another session")
    },
    SessionStoreCheck("Values alone create a session, and stay until they're written again") {
      checked in
      try await checked.commit(SessionTransaction(1, at: 1).writingValues())
      try await checked.commit(SessionTransaction(1, at: 2).writing("a"))
      try await checked.commit(SessionTransaction(1, at: 3).readingValues(at: 1).removing("a"))
      let loadResult = try await checked.store.load(SessionQuery(session: .test(1)))
      checked.expect(
        loadResult.values, equals: StoredValues(revision: 1, payload: [4, 5, 6]), "the values")
      checked.expect(loadResult.lastUse, equals: .test(3), "the session's last use")
    },
    SessionStoreCheck("A transaction that expects another revision of the values changes nothing") {
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
        checked.expect(verdict, equals: .valuesConflict(current), "the result")
      }
      let loadResult = try await checked.store.load(
        SessionQuery(session: .test(1), mark: .test("a"), submission: .test(nonce: 1)))
      checked.expect(loadResult.values, equals: current, "the values")
      checked.expect(loadResult.scene?.revision, equals: 1, "the scene's revision")
      checked.expect(loadResult.submission, equals: .new, "the transaction's submission")
      checked.expect(loadResult.lastUse, equals: .test(1), "the session's last use")
      let unsaved = try await checked.scene(.test("b"), of: .test(1))
      checked.expect(unsaved, equals: nil, "the scene that the transaction would have created")
    },
    SessionStoreCheck("Values of a removed session aren't written again") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writingValues())
      try await checked.store.removeSession(.test(1))
      let gone = try await checked.values(of: .test(1))
      checked.expect(gone, equals: nil, "the values of a removed session")
      for transaction in [
        SessionTransaction(1, at: 2).writingValues(replacing: 1, revision: 2),
        SessionTransaction(1, at: 2).readingValues(at: 1),
      ] {
        let verdict = try await checked.store.commit(transaction.writing("a"))
        checked.expect(verdict, equals: .valuesConflict(nil), "the result")
      }
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "a conflict doesn't create a session")
      try await checked.commit(SessionTransaction(1, at: 3).writingValues(payload: [8]))
      let again = try await checked.values(of: .test(1))
      checked.expect(
        again?.payload, equals: [8], "the values of the session that was created again")
    },
    SessionStoreCheck("Values are removed with their session, by the idle time or by the limit") {
      checked in
      let limits = SessionLimits(sessions: 2)
      for session in 1...3 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits).writingValues())
      }
      let first = try await checked.values(of: .test(1))
      checked.expect(first, equals: nil, "the values of the session beyond the limit")
      _ = try await checked.store.removeSessions(idleSince: .test(3))
      let second = try await checked.values(of: .test(2))
      checked.expect(second, equals: nil, "the values of the idle session")
      let third = try await checked.values(of: .test(3))
      checked.expect(third?.revision, equals: 1, "the values of the remaining session")
    },
    SessionStoreCheck("Scenes and values are written together or not at all") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a").writingValues())
      let verdict = try await checked.store.commit(
        SessionTransaction(1, at: 2).writing("a", replacing: 8, revision: 9)
          .writingValues(replacing: 1, revision: 2))
      let scene = try await checked.scene(.test("a"), of: .test(1))
      checked.expect(
        verdict, equals: .conflict([SceneConflict(mark: .test("a"), current: scene)]),
        "the result")
      let values = try await checked.values(of: .test(1))
      checked.expect(values?.revision, equals: 1, "the revision of the values")
    },
    SessionStoreCheck("A repeat gets the first response, even if the values have changed") {
      checked in
      let transaction = SessionTransaction(1, at: 1).writingValues()
        .answering(.test(nonce: 1), "done")
      try await checked.commit(transaction)
      let verdict = try await checked.store.commit(transaction)
      checked.expect(verdict, equals: .answered("done"), "the result of the repeat")
    },
    SessionStoreCheck(
      "Values are rejected if they're too large, or have the revision that they replace"
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
          checked.report("Values weren't rejected: \(verdict).")
        } catch {
          checked.expect(error.kind, equals: .invalid, "the failure's kind")
        }
      }
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "no part of a rejected transaction is stored")
    },
    SessionStoreCheck("Of several writers of one revision of the values, exactly one succeeds") {
      checked in
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
      checked.expect(
        UInt64(wins), equals: values?.revision ?? 0, "the number of successful writers")
    },
  ]
}
