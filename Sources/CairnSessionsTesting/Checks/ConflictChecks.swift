import CairnSessions

extension SessionStoreCheck {
  static let conflicts = [
    SessionStoreCheck("A write based on another revision than the stored one changes nothing") {
      checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a", revision: 4))
      let verdict = try await checked.store.commit(
        SessionTransaction(1, at: 2).writing("b")
          .writing("a", replacing: 3, revision: 5, payload: [7])
          .answering(.test(nonce: 1), "done"))
      let current = StoredScene(
        mark: .test("a"), revision: 4, payload: [1, 2, 3], lastUse: .test(1))
      checked.expect(
        verdict, equals: .conflict([SceneConflict(mark: .test("a"), current: current)]),
        "the result")
      let other = try await checked.scene(.test("b"), of: .test(1))
      checked.expect(other, equals: nil, "the other scene of the transaction")
      let status = try await checked.status(of: .test(nonce: 1), in: .test(1))
      checked.expect(status, equals: .new, "the transaction's submission")
      let lastUse = try await checked.store.load(SessionQuery(session: .test(1))).lastUse
      checked.expect(lastUse, equals: .test(1), "the session's last use")
    },
    SessionStoreCheck("A new scene must not be stored yet") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      let verdict = try await checked.store.commit(
        SessionTransaction(1, at: 2).writing("a", payload: [7]))
      let current = try await checked.scene(.test("a"), of: .test(1))
      checked.expect(current?.payload, equals: [1, 2, 3], "the scene's payload")
      checked.expect(
        verdict, equals: .conflict([SceneConflict(mark: .test("a"), current: current)]),
        "the result")
    },
    SessionStoreCheck("A removed scene isn't written again") { checked in
      let verdict = try await checked.store.commit(
        SessionTransaction(1, at: 1).writing("a", replacing: 1, revision: 2))
      checked.expect(
        verdict, equals: .conflict([SceneConflict(mark: .test("a"), current: nil)]),
        "the result")
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "a conflict doesn't create a session")
    },
    SessionStoreCheck("A removal specifies a revision, or accepts any") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a", revision: 4))
      let verdict = try await checked.store.commit(
        SessionTransaction(1, at: 2).removing("a", revision: 3))
      let current = try await checked.scene(.test("a"), of: .test(1))
      checked.expect(
        verdict, equals: .conflict([SceneConflict(mark: .test("a"), current: current)]),
        "the result")
      try await checked.commit(SessionTransaction(1, at: 3).removing("a"))
      try await checked.commit(SessionTransaction(1, at: 4).removing("a"))
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(scenes, equals: [], "the scenes")
    },
    SessionStoreCheck("A transaction reports all of its conflicts") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      let verdict = try await checked.store.commit(
        SessionTransaction(1, at: 2).writing("a", replacing: 8, revision: 9)
          .removing("b", revision: 1))
      guard case .conflict(let conflicts) = verdict else {
        return checked.report("The result is \(verdict).")
      }
      checked.expect(conflicts.map(\.mark.text).sorted(), equals: ["a", "b"], "the conflicts")
    },
  ]
}
