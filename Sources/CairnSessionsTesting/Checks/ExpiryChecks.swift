import CairnSessions

extension SessionStoreCheck {
  static let expiries = [
    SessionStoreCheck("A transaction doesn't bring back the data of an expired session") {
      checked in
      for transaction in [
        SessionTransaction(1, at: 100).writing("new"),
        SessionTransaction(1, at: 100).writingValues(payload: [7]),
        SessionTransaction(1, at: 100).owned(by: "Blob Jr"),
        SessionTransaction(1, at: 100).answering(.test(nonce: 1), "again"),
        SessionTransaction(1, at: 100).readingValues(at: nil).writing("new").touching("a"),
      ] {
        try await checked.commit(
          SessionTransaction(1, at: 1).writing("a").writingValues().owned(by: "Blob")
            .answering(.test(nonce: 1), "done"))
        try await checked.commit(transaction.expiring(before: 50))
        let loadResult = try await checked.store.load(
          SessionQuery(session: .test(1), mark: .test("a"), submission: .test(nonce: 1)))
        checked.expect(loadResult.lastUse, equals: .test(100), "the last use")
        checked.expect(loadResult.scene, equals: nil, "the expired scene")
        checked.expect(loadResult.owner, equals: transaction.owner?.owner, "the owner")
        checked.expect(
          loadResult.values?.payload, equals: transaction.values?.write?.payload, "the values")
        checked.expect(
          loadResult.submission,
          equals: (transaction.answer?.text).map { .answered($0) } ?? .new, "the submission")
        let scenes = try await checked.store.scenes(of: .test(1))
        checked.expect(scenes.map(\.mark), equals: transaction.writes.map(\.mark), "the scenes")
        try await checked.store.removeSession(.test(1))
      }
    },
    SessionStoreCheck("An expired session isn't renamed") { checked in
      try await checked.commit(
        SessionTransaction(1, at: 1).writing("a").writingValues().owned(by: "Blob"))
      try await checked.commit(
        SessionTransaction(1, at: 100).renaming(to: 2).writing("b").expiring(before: 50))
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "the expired session is removed")
      let renamed = try await checked.store.load(SessionQuery(session: .test(2)))
      checked.expect(renamed.owner, equals: nil, "the owner under the new ID")
      checked.expect(renamed.values, equals: nil, "the values under the new ID")
      let scenes = try await checked.store.scenes(of: .test(2))
      checked.expect(scenes.map(\.mark.text), equals: ["b"], "the scenes under the new ID")
    },
    SessionStoreCheck("A transaction that requires its session treats an expired one as missing") {
      checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a").writingValues())
      let result = try await checked.store.commit(
        SessionTransaction(1, at: 100).requiringSession().writing("b").expiring(before: 50))
      checked.expect(result, equals: .conflict([]), "the result")
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "the expired session is removed")
    },
    SessionStoreCheck("A transaction based on an expired session conflicts") { checked in
      for transaction in [
        SessionTransaction(1, at: 100).writing("a", replacing: 1, revision: 2),
        SessionTransaction(1, at: 100).removing("a", revision: 1),
      ] {
        try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
        let result = try await checked.store.commit(transaction.expiring(before: 50))
        checked.expect(
          result, equals: .conflict([SceneConflict(mark: .test("a"), current: nil)]),
          "the result")
      }
      try await checked.commit(SessionTransaction(1, at: 1).writingValues())
      let result = try await checked.store.commit(
        SessionTransaction(1, at: 100).writingValues(replacing: 1, revision: 2)
          .expiring(before: 50))
      checked.expect(result, equals: .valuesConflict(nil), "the result for the values")
    },
    SessionStoreCheck("A session that was used since the expiry keeps its data") { checked in
      try await checked.commit(
        SessionTransaction(1, at: 50).writing("a").writingValues().owned(by: "Blob"))
      try await checked.commit(SessionTransaction(2, at: 1).writing("a"))
      try await checked.commit(SessionTransaction(1, at: 100).writing("b").expiring(before: 50))
      let loadResult = try await checked.store.load(
        SessionQuery(session: .test(1), mark: .test("a")))
      checked.expect(loadResult.scene?.payload, equals: [1, 2, 3], "the scene")
      checked.expect(loadResult.values?.payload, equals: [4, 5, 6], "the values")
      checked.expect(loadResult.owner, equals: .test("Blob"), "the owner")
      // Transactions of a session don't concern other sessions.
      let isStored = try await checked.isStored(.test(2))
      checked.expect(isStored, "the other session remains")
    },
    SessionStoreCheck("An expired session makes room") { checked in
      let limits = SessionLimits(sessions: 2, bytes: 12)
      for session in 1...2 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits)
            .writing("a", payload: [1, 2, 3, 4, 5, 6]))
      }
      let evictions = try await checked.commit(
        SessionTransaction(1, at: 100, limits: limits).writing("b", payload: [1, 2, 3, 4, 5, 6])
          .expiring(before: 50))
      checked.expect(evictions, equals: EvictionReport(), "the evictions")
    },
  ]
}
