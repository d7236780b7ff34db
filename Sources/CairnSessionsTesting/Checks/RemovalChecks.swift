import CairnSessions

extension SessionStoreCheck {
  static let removals = [
    SessionStoreCheck("A removed session loses all its data, and can be created again") {
      checked in
      for session in 1...2 {
        try await checked.commit(
          SessionTransaction(session, at: 1).writing("a").answering(.test(nonce: 1), "done"))
      }
      try await checked.store.removeSession(.test(1))
      try await checked.store.removeSession(.test(3))
      let loadResult = try await checked.store.load(
        SessionQuery(session: .test(1), mark: .test("a"), submission: .test(nonce: 1)))
      checked.expect(loadResult, equals: SessionLoadResult(), "the remaining data of the session")
      let other = try await checked.scene(.test("a"), of: .test(2))
      checked.expect(other != nil, "the other session's scene remains")
      try await checked.commit(
        SessionTransaction(1, at: 2).writing("a").answering(.test(nonce: 1), "again"))
    },
    SessionStoreCheck("A transaction that requires its session doesn't create it again") {
      checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      try await checked.commit(SessionTransaction(1, at: 2).requiringSession().writingValues())
      try await checked.store.removeSession(.test(1))
      for transaction in [
        SessionTransaction(1, at: 3).writingValues(),
        SessionTransaction(1, at: 3).owned(by: "Blob"),
        SessionTransaction(1, at: 3).writing("a").answering(.test(nonce: 1), "done"),
        SessionTransaction(1, at: 3).renaming(to: 2).owned(by: "Blob"),
        SessionTransaction(1, at: 3),
      ] {
        let verdict = try await checked.store.commit(transaction.requiringSession())
        checked.expect(verdict, equals: .conflict([]), "the result")
      }
      for session in 1...2 {
        let isStored = try await checked.isStored(.test(session))
        checked.expect(!isStored, "session \(session) isn't stored")
      }
    },
    SessionStoreCheck("Idle sessions are removed, oldest first, and used sessions stay") {
      checked in
      for session in 1...200 {
        try await checked.commit(SessionTransaction(session, at: Int64(session)).writing("a"))
      }
      try await checked.commit(SessionTransaction(7, at: 500))
      let removed = try await checked.store.removeSessions(idleSince: .test(190))
      checked.expect(
        removed, equals: (1...189).filter { $0 != 7 }.map { .test($0) }, "the removed sessions")
      for session in [7, 190, 200] {
        let scene = try await checked.scene(.test("a"), of: .test(session))
        checked.expect(scene != nil, "session \(session) remains")
      }
      let gone = try await checked.store.scenes(of: .test(1))
      checked.expect(gone, equals: [], "the scenes of a removed session")
      let again = try await checked.store.removeSessions(idleSince: .test(190))
      checked.expect(again, equals: [], "the sessions removed by the second call")
    },
    SessionStoreCheck("Sessions are removed oldest first, no matter how their IDs end") { checked in
      for session in 1...200 {
        let transaction = SessionTransaction(
          session: .spread(session), time: .test(Int64(session)))
        let owner = session.isMultiple(of: 2) ? "Blob" : "Blob Jr"
        try await checked.commit(transaction.writing("a").owned(by: owner))
      }
      let owned = try await checked.store.removeSessions(of: .test("Blob"), except: .spread(50))
      checked.expect(
        owned, equals: (1...100).filter { $0 != 25 }.map { .spread(2 * $0) },
        "the removed sessions of the owner")
      let idle = try await checked.store.removeSessions(idleSince: .test(180))
      checked.expect(
        idle, equals: (1..<180).filter { $0 == 50 || !$0.isMultiple(of: 2) }.map { .spread($0) },
        "the removed idle sessions")
      try await checked.store.limitLastUses(to: .test(100))
      let rest = try await checked.store.removeSessions(idleSince: .test(101))
      checked.expect(
        Set(rest), equals: Set((180...200).filter { !$0.isMultiple(of: 2) }.map { .spread($0) }),
        "the sessions whose last use was set back")
    },
    SessionStoreCheck("Removed sessions make room for others") { checked in
      let limits = SessionLimits(sessions: 2)
      for session in 1...2 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits).writing("a"))
      }
      let removed = try await checked.store.removeSessions(idleSince: .test(2))
      checked.expect(removed, equals: [.test(1)], "the removed idle sessions")
      let evictions = try await checked.commit(
        SessionTransaction(3, at: 3, limits: limits).writing("a"))
      checked.expect(evictions, equals: EvictionReport(), "evictions for the third session")
    },
  ]

  static let endings = [
    SessionStoreCheck("A closed store fails as closed, and can be closed again") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      await checked.store.close()
      await checked.store.close()
      func expectClosed(_ what: String, _ body: () async throws -> Void) async {
        do {
          try await body()
          checked.report("A closed store could \(what).")
        } catch {
          checked.expect(
            (error as? SessionStoreError)?.kind, equals: .closed, "the failure's kind")
        }
      }
      let store = checked.store
      await expectClosed("load") { _ = try await store.load(SessionQuery(session: .test(1))) }
      await expectClosed("commit") {
        _ = try await store.commit(SessionTransaction(1, at: 2).writing("b"))
      }
      await expectClosed("list scenes") { _ = try await store.scenes(of: .test(1)) }
      await expectClosed("remove a session") { try await store.removeSession(.test(1)) }
      await expectClosed("remove an owner's sessions") {
        _ = try await store.removeSessions(of: .test("Blob"), except: nil)
      }
      await expectClosed("remove idle sessions") {
        _ = try await store.removeSessions(idleSince: .test(1))
      }
    },
    SessionStoreCheck("Transactions that were passed in before the store was closed are committed")
    { checked in
      let store = checked.store
      await withTaskGroup(of: Void.self) { group in
        for session in 1...50 {
          group.addTask {
            do throws(SessionStoreError) {
              _ = try await store.commit(SessionTransaction(session, at: 1).writing("a"))
            } catch {
              checked.expect(error.kind, equals: .closed, "the failure's kind")
            }
          }
        }
        await store.close()
      }
    },
  ]
}
