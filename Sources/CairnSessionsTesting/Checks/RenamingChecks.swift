import CairnSessions

extension SessionStoreCheck {
  static let renamings = [
    SessionStoreCheck(
      "A renamed session has all its data under the new ID, and nothing under the old one"
    ) {
      checked in
      try await checked.commit(
        SessionTransaction(1, at: 1).writing("a").writing("b").writingValues()
          .answering(.test(nonce: 1), "one"))
      try await checked.commit(
        SessionTransaction(1, at: 2).renaming(to: 2)
          .writing("a", replacing: 1, revision: 2, payload: [9]).writing("c")
          .writingValues(replacing: 1, revision: 2, payload: [8])
          .answering(.test(nonce: 2), "two"))
      let old = try await checked.store.load(
        SessionQuery(session: .test(1), mark: .test("a"), submission: .test(nonce: 1)))
      checked.expect(old, equals: SessionLoadResult(), "the data under the old ID")
      let oldScenes = try await checked.store.scenes(of: .test(1))
      checked.expect(oldScenes, equals: [], "the scenes under the old ID")
      let loadResult = try await checked.store.load(
        SessionQuery(session: .test(2), mark: .test("a"), submission: .test(nonce: 1)))
      checked.expect(loadResult.lastUse, equals: .test(2), "the session's last use")
      checked.expect(loadResult.scene?.payload, equals: [9], "the scene that was written")
      checked.expect(loadResult.values?.payload, equals: [8], "the values")
      checked.expect(loadResult.submission, equals: .answered("one"), "an earlier submission")
      let scenes = try await checked.store.scenes(of: .test(2))
      checked.expect(scenes.map(\.mark.text), equals: ["b", "a", "c"], "the scenes, oldest first")
    },
    SessionStoreCheck("A repeat of a renaming submission gets its response under the new ID") {
      checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      try await checked.commit(
        SessionTransaction(1, at: 2).renaming(to: 2).answering(.test(nonce: 1), "done"))
      let verdict = try await checked.store.commit(
        SessionTransaction(2, at: 3).writing("a", replacing: 1, revision: 2)
          .answering(.test(nonce: 1), "again"))
      checked.expect(verdict, equals: .answered("done"), "the result of the repeat")
    },
    SessionStoreCheck("A session is renamed with the whole transaction or not at all") { checked in
      try await checked.commit(
        SessionTransaction(1, at: 1).writing("a").writingValues()
          .answering(.test(nonce: 1), "done"))
      let scene = try await checked.scene(.test("a"), of: .test(1))
      let attempts: [(SessionTransaction, CommitResult)] = [
        (
          SessionTransaction(1, at: 2).writing("a", replacing: 7, revision: 8),
          .conflict([SceneConflict(mark: .test("a"), current: scene)])
        ),
        (
          SessionTransaction(1, at: 2).readingValues(at: 7),
          .valuesConflict(StoredValues(revision: 1, payload: [4, 5, 6]))
        ),
        (SessionTransaction(1, at: 2).answering(.test(nonce: 1), "again"), .answered("done")),
      ]
      for (transaction, expected) in attempts {
        let verdict = try await checked.store.commit(transaction.renaming(to: 2))
        checked.expect(verdict, equals: expected, "the result")
      }
      let isRenamed = try await checked.isStored(.test(2))
      checked.expect(!isRenamed, "nothing is stored under the new ID")
      let lastUse = try await checked.store.load(SessionQuery(session: .test(1))).lastUse
      checked.expect(lastUse, equals: .test(1), "the session's last use")
    },
    SessionStoreCheck("A new ID that another session has, or the session itself, is rejected") {
      checked in
      for session in 1...2 {
        try await checked.commit(SessionTransaction(session, at: 1).writing("a"))
      }
      let mistakes = [
        SessionTransaction(1, at: 2).renaming(to: 2).writing("b"),
        SessionTransaction(1, at: 2).renaming(to: 2),
        SessionTransaction(3, at: 2).renaming(to: 2).writing("b"),
        SessionTransaction(1, at: 2).renaming(to: 1).writing("b"),
      ]
      for mistake in mistakes {
        do throws(SessionStoreError) {
          let verdict = try await checked.store.commit(mistake)
          checked.report("A renaming wasn't rejected: \(verdict).")
        } catch {
          checked.expect(error.kind, equals: .invalid, "the failure's kind")
        }
      }
      for session in 1...2 {
        let scenes = try await checked.store.scenes(of: .test(session))
        checked.expect(scenes.map(\.mark.text), equals: ["a"], "the scenes of session \(session)")
      }
      let isStored = try await checked.isStored(.test(3))
      checked.expect(!isStored, "no part of a rejected transaction is stored")
    },
    SessionStoreCheck("A session that wasn't stored is stored under its new ID") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).renaming(to: 2))
      for session in 1...2 {
        let isStored = try await checked.isStored(.test(session))
        checked.expect(!isStored, "nothing is stored without changes")
      }
      try await checked.commit(SessionTransaction(1, at: 1).renaming(to: 2).writing("a"))
      let isOld = try await checked.isStored(.test(1))
      checked.expect(!isOld, "nothing is stored under the old ID")
      let scene = try await checked.scene(.test("a"), of: .test(2))
      checked.expect(scene?.revision, equals: 1, "the scene under the new ID")
    },
    SessionStoreCheck("A session can be renamed repeatedly, also to an earlier ID") {
      checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      for (second, (old, new)) in [(1, 2), (2, 3), (3, 1), (1, 4)].enumerated() {
        try await checked.commit(SessionTransaction(old, at: Int64(second) + 2).renaming(to: new))
      }
      for session in 1...4 {
        let scene = try await checked.scene(.test("a"), of: .test(session))
        checked.expect((scene != nil) == (session == 4), "only session 4 has the scene")
      }
      let removed = try await checked.store.removeSessions(idleSince: .test(5))
      checked.expect(removed, equals: [], "the idle sessions at the time of the last renaming")
      let later = try await checked.store.removeSessions(idleSince: .test(6))
      checked.expect(later, equals: [.test(4)], "the idle sessions later")
    },
    SessionStoreCheck("A session can be renamed if the last two bytes of its ID stay the same") {
      checked in
      for shardKey in [0, 1, 255, 256, 0x8000, .max] as [UInt16] {
        let old = StoredSession.ID.test(1, shardKey: shardKey)
        let new = StoredSession.ID.test(2, shardKey: shardKey)
        try await checked.commit(
          SessionTransaction(session: old, time: .test(1)).writing("a").owned(by: "Blob"))
        var renaming = SessionTransaction(session: old, time: .test(2))
        renaming.renaming = new
        try await checked.commit(renaming)
        let isOld = try await checked.isStored(old)
        checked.expect(!isOld, "nothing is stored under the old ID")
        let scene = try await checked.scene(.test("a"), of: new)
        checked.expect(scene?.revision, equals: 1, "the scene under the new ID")
        let removed = try await checked.store.removeSessions(of: .test("Blob"), except: nil)
        checked.expect(removed, equals: [new], "the removed sessions")
      }
    },
    SessionStoreCheck("Requests with the old ID don't find the moved data") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a").writingValues())
      try await checked.commit(SessionTransaction(1, at: 2).renaming(to: 2))
      let scene = try await checked.store.commit(
        SessionTransaction(1, at: 3).writing("a", replacing: 1, revision: 2))
      checked.expect(
        scene, equals: .conflict([SceneConflict(mark: .test("a"), current: nil)]),
        "the result of a write to a moved scene")
      let values = try await checked.store.commit(
        SessionTransaction(1, at: 3).readingValues(at: 1).writing("b"))
      checked.expect(values, equals: .valuesConflict(nil), "the result of a write to moved values")
      try await checked.commit(SessionTransaction(1, at: 3).touching("a"))
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "the old ID has no session")
      try await checked.commit(SessionTransaction(1, at: 4).writing("a", payload: [7]))
      let moved = try await checked.scene(.test("a"), of: .test(2))
      checked.expect(moved?.payload, equals: [1, 2, 3], "the moved scene")
    },
    SessionStoreCheck("Of several commits and renamings of one revision, exactly one succeeds") {
      checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      let store = checked.store
      let wins = try await withThrowingTaskGroup(of: Int.self) { group in
        for writer in 2...17 {
          group.addTask {
            let write = SessionTransaction(1, at: 2)
              .writing("a", replacing: 1, revision: 2, payload: [UInt8(writer)])
            let verdict = try await store.commit(
              writer.isMultiple(of: 2) ? write : write.renaming(to: writer))
            if case .committed = verdict { return 1 }
            return 0
          }
        }
        return try await group.reduce(0, +)
      }
      checked.expect(wins, equals: 1, "the number of successful writers")
      var found: [UInt64] = []
      for session in 1...17 {
        if let scene = try await checked.scene(.test("a"), of: .test(session)) {
          found.append(scene.revision)
        }
      }
      checked.expect(found, equals: [2], "the revisions under all IDs")
    },
    SessionStoreCheck("A renamed session counts once, with the same size") { checked in
      let limits = SessionLimits(sessions: 2, bytes: 66)
      for session in 1...2 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits).writing("a"))
      }
      let renaming = try await checked.commit(
        SessionTransaction(1, at: 3, limits: limits).renaming(to: 3)
          .answering(.test(nonce: 1), "1234"))
      checked.expect(renaming, equals: EvictionReport(), "evictions for the renaming")
      let more = try await checked.commit(
        SessionTransaction(3, at: 4, limits: limits).writing("b", payload: [1]))
      checked.expect(
        more, equals: EvictionReport(sessions: [.test(2)]), "evictions for one more byte")
    },
  ]
}
