import CairnSessions

extension SessionStoreCheck {
  static let commits = [
    SessionStoreCheck("An empty store returns empty results without an error") { checked in
      let loadResult = try await checked.store.load(
        SessionQuery(
          session: .test(1), mark: .test("a"), submission: .test(nonce: 1)))
      checked.expect(loadResult, equals: SessionLoadResult(), "the result of an empty store")
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(scenes, equals: [], "the list of an unknown session's scenes")
    },
    SessionStoreCheck("A committed scene is loaded as written") { checked in
      let payload = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
      try await checked.commit(
        SessionTransaction(1, at: 5).writing("é~k3", revision: .max, payload: payload))
      let loadResult = try await checked.store.load(
        SessionQuery(session: .test(1), mark: .test("é~k3")))
      checked.expect(loadResult.lastUse, equals: .test(5), "the session's last use")
      checked.expect(loadResult.scene?.revision, equals: .max, "the revision")
      checked.expect(loadResult.scene?.payload == payload, "the payload equals the written one")
      checked.expect(loadResult.scene?.lastUse, equals: .test(5), "the scene's last use")
    },
    SessionStoreCheck("Payloads can be empty, or several megabytes large") { checked in
      let large = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
      try await checked.commit(
        SessionTransaction(1, at: 1).writing("empty", payload: [])
          .writing("large", payload: large))
      let empty = try await checked.scene(.test("empty"), of: .test(1))
      checked.expect(empty?.payload, equals: [], "the empty payload")
      let loaded = try await checked.scene(.test("large"), of: .test(1))
      checked.expect(loaded?.payload == large, "5 MB are loaded as written")
    },
    SessionStoreCheck("The version counts changes, if the store counts them") {
      checked in
      func version(of session: StoredSession.ID) async throws -> UInt64? {
        try await checked.store.load(SessionQuery(session: session)).version
      }
      let changes = [
        SessionTransaction(1, at: 1).writing("a"),
        SessionTransaction(1, at: 2).answering(.test(nonce: 1), "done"),
        SessionTransaction(1, at: 3).writing("b"),
      ]
      var known: UInt64?
      for (index, change) in changes.enumerated() {
        let committed = try await checked.store.commit(change).version
        if index == 0 { known = committed }
        checked.expect(
          committed, equals: known.map { $0 + UInt64(index) }, "the version after change \(index)")
        let loaded = try await version(of: .test(1))
        checked.expect(loaded, equals: committed, "the loaded version after change \(index)")
      }
      let use = SessionTransaction(session: .test(1), time: .test(4))
      let used = try await checked.store.commit(use).version
      checked.expect(used, equals: known.map { $0 + 2 }, "the version after a use")
      var renaming = SessionTransaction(session: .test(1), time: .test(5))
      renaming.renaming = .test(2)
      let renamed = try await checked.store.commit(renaming).version
      checked.expect(renamed, equals: known.map { $0 + 3 }, "the version after the renaming")
      let loaded = try await version(of: .test(2))
      checked.expect(loaded, equals: renamed, "the loaded version of the renamed session")
    },
    SessionStoreCheck("A scene belongs to one session") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a", payload: [1]))
      try await checked.commit(SessionTransaction(2, at: 1).writing("a", payload: [2]))
      let scene = try await checked.scene(.test("a"), of: .test(1))
      checked.expect(scene?.payload, equals: [1], "the first session's scene")
      let other = try await checked.scene(.test("a"), of: .test(3))
      checked.expect(other, equals: nil, "a scene of a session without scenes")
    },
    SessionStoreCheck("A transaction changes several scenes at once") { checked in
      try await checked.commit(
        SessionTransaction(1, at: 1).writing("a").writing("b").writing("c"))
      try await checked.commit(
        SessionTransaction(1, at: 2)
          .writing("a", replacing: 1, revision: 2, payload: [9]).removing("b", revision: 1)
          .writing("d"))
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(
        scenes.map(\.mark.text), equals: ["c", "a", "d"], "the scene IDs, oldest first")
      checked.expect(scenes.map(\.size), equals: [3, 1, 3], "the sizes")
      checked.expect(scenes.map(\.revision), equals: [1, 2, 1], "the revisions")
      checked.expect(
        scenes.map(\.lastUse), equals: [.test(1), .test(2), .test(2)], "the last uses")
    },
    SessionStoreCheck("A touch counts as a use without a change") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a").writing("b"))
      try await checked.commit(SessionTransaction(1, at: 2).touching("a").touching("unknown"))
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(scenes.map(\.mark.text), equals: ["b", "a"], "the scene IDs, oldest first")
      checked.expect(scenes.map(\.revision), equals: [1, 1], "the revisions")
    },
    SessionStoreCheck("A last use is never set back") { checked in
      try await checked.commit(SessionTransaction(1, at: 9).writing("a"))
      try await checked.commit(
        SessionTransaction(1, at: 3).writing("a", replacing: 1, revision: 2))
      let loadResult = try await checked.store.load(
        SessionQuery(session: .test(1), mark: .test("a")))
      checked.expect(loadResult.lastUse, equals: .test(9), "the session's last use")
      checked.expect(loadResult.scene?.lastUse, equals: .test(9), "the scene's last use")
    },
    SessionStoreCheck("A transaction without changes touches a session, but doesn't create one") {
      checked in
      try await checked.commit(SessionTransaction(1, at: 1))
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "nothing is stored without changes")
      try await checked.commit(SessionTransaction(1, at: 2).writing("a"))
      try await checked.commit(SessionTransaction(1, at: 3))
      let lastUse = try await checked.store.load(SessionQuery(session: .test(1))).lastUse
      checked.expect(lastUse, equals: .test(3), "the session's last use")
    },
    SessionStoreCheck("A transaction that contradicts itself is rejected") { checked in
      let mistakes = [
        SessionTransaction(1, at: 1).writing("a").writing("a", revision: 2),
        SessionTransaction(1, at: 1).writing("a").removing("a"),
        SessionTransaction(1, at: 1).writing("a", replacing: 2, revision: 2),
        SessionTransaction(1, at: 1, limits: SessionLimits(sessions: 0)).writing("a"),
      ]
      for mistake in mistakes {
        do throws(SessionStoreError) {
          let verdict = try await checked.store.commit(mistake)
          checked.report("\(mistake) wasn't rejected: \(verdict).")
        } catch {
          checked.expect(error.kind, equals: .invalid, "the failure's kind")
        }
      }
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "no part of a rejected transaction is stored")
    },
  ]
}
