import CairnSessions

extension SessionStoreCheck {
  static let limits = [
    SessionStoreCheck("A session beyond its limit loses its oldest scenes") { checked in
      let limits = SessionLimits(scenesPerSession: 3)
      for (second, sceneID) in ["a", "b", "c"].enumerated() {
        try await checked.commit(
          SessionTransaction(1, at: Int64(second), limits: limits).writing(sceneID))
      }
      try await checked.commit(SessionTransaction(2, at: 0).writing("a"))
      try await checked.commit(SessionTransaction(1, at: 3, limits: limits).touching("a"))
      let evictions = try await checked.commit(
        SessionTransaction(1, at: 4, limits: limits).writing("d").writing("e"))
      checked.expect(
        evictions, equals: EvictionReport(scenes: [.test("b"), .test("c")]), "the removed sessions")
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(scenes.map(\.mark.text), equals: ["a", "d", "e"], "the remaining scenes")
      let other = try await checked.store.scenes(of: .test(2))
      checked.expect(other.map(\.mark.text), equals: ["a"], "the other session's scenes")
    },
    SessionStoreCheck(
      "Scenes that a transaction uses are never evicted, no matter how old they are"
    ) { checked in
      let limits = SessionLimits(scenesPerSession: 2, sessions: 1)
      try await checked.commit(SessionTransaction(1, at: 9, limits: limits).writing("a"))
      let evictions = try await checked.commit(
        SessionTransaction(2, at: 1, limits: limits).writing("a").writing("b").writing("c"))
      checked.expect(
        evictions, equals: EvictionReport(sessions: [.test(1)]), "the removed sessions")
      let scenes = try await checked.store.scenes(of: .test(2))
      checked.expect(scenes.map(\.mark.text), equals: ["a", "b", "c"], "the remaining scenes")
    },
    SessionStoreCheck("A store beyond its limit of sessions loses the oldest, with all their data")
    {
      checked in
      let limits = SessionLimits(sessions: 3)
      for session in 1...3 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits).writing("a")
            .answering(.test(nonce: 1), "done"))
      }
      try await checked.commit(SessionTransaction(1, at: 4, limits: limits))
      let evictions = try await checked.commit(
        SessionTransaction(4, at: 5, limits: limits).writing("a"))
      checked.expect(
        evictions, equals: EvictionReport(sessions: [.test(2)]), "the removed sessions")
      let scenes = try await checked.store.scenes(of: .test(2))
      checked.expect(scenes, equals: [], "the scenes of the evicted session")
      let status = try await checked.status(of: .test(nonce: 1), in: .test(2))
      checked.expect(status, equals: .new, "the submissions of the evicted session")
      for session in [1, 3, 4] {
        let isStored = try await checked.isStored(.test(session))
        checked.expect(isStored, "session \(session) remains")
      }
    },
    SessionStoreCheck("A conflict evicts nothing") { checked in
      let limits = SessionLimits(scenesPerSession: 1, sessions: 1)
      try await checked.commit(SessionTransaction(1, at: 1, limits: limits).writing("a"))
      _ = try await checked.store.commit(
        SessionTransaction(1, at: 2, limits: limits).writing("b")
          .writing("c", replacing: 1, revision: 2))
      _ = try await checked.store.commit(
        SessionTransaction(2, at: 2, limits: limits).writing("c", replacing: 1, revision: 2))
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(scenes.map(\.mark.text), equals: ["a"], "the remaining scenes")
    },
  ]
}
