import CairnSessions

extension SessionStoreCheck {
  static let limits = [
    SessionStoreCheck("beyond a session's limit the oldest scenes go") { checked in
      let limits = SessionLimits(scenesPerSession: 3)
      for (second, mark) in ["a", "b", "c"].enumerated() {
        try await checked.commit(
          SessionTransaction(1, at: Int64(second), limits: limits).writing(mark))
      }
      try await checked.commit(SessionTransaction(2, at: 0).writing("a"))
      try await checked.commit(SessionTransaction(1, at: 3, limits: limits).touching("a"))
      let evictions = try await checked.commit(
        SessionTransaction(1, at: 4, limits: limits).writing("d").writing("e"))
      checked.expect(
        evictions, equals: EvictionReport(scenes: [.test("b"), .test("c")]), "what went")
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(scenes.map(\.mark.text), equals: ["a", "d", "e"], "what is left")
      let other = try await checked.store.scenes(of: .test(2))
      checked.expect(other.map(\.mark.text), equals: ["a"], "the other session's scenes")
    },
    SessionStoreCheck("what a transaction uses never goes, however old") { checked in
      let limits = SessionLimits(scenesPerSession: 2, sessions: 1)
      try await checked.commit(SessionTransaction(1, at: 9, limits: limits).writing("a"))
      let evictions = try await checked.commit(
        SessionTransaction(2, at: 1, limits: limits).writing("a").writing("b").writing("c"))
      checked.expect(evictions, equals: EvictionReport(sessions: [.test(1)]), "what went")
      let scenes = try await checked.store.scenes(of: .test(2))
      checked.expect(scenes.map(\.mark.text), equals: ["a", "b", "c"], "what is left")
    },
    SessionStoreCheck("beyond the limit on sessions the oldest go, with all they have") {
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
      checked.expect(evictions, equals: EvictionReport(sessions: [.test(2)]), "what went")
      let scenes = try await checked.store.scenes(of: .test(2))
      checked.expect(scenes, equals: [], "the scenes of the session that went")
      let status = try await checked.status(of: .test(nonce: 1), in: .test(2))
      checked.expect(status, equals: .new, "the submissions of the session that went")
      for session in [1, 3, 4] {
        let isStored = try await checked.isStored(.test(session))
        checked.expect(isStored, "session \(session) is left")
      }
    },
    SessionStoreCheck("a conflict evicts nothing") { checked in
      let limits = SessionLimits(scenesPerSession: 1, sessions: 1)
      try await checked.commit(SessionTransaction(1, at: 1, limits: limits).writing("a"))
      _ = try await checked.store.commit(
        SessionTransaction(1, at: 2, limits: limits).writing("b")
          .writing("c", replacing: 1, revision: 2))
      _ = try await checked.store.commit(
        SessionTransaction(2, at: 2, limits: limits).writing("c", replacing: 1, revision: 2))
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(scenes.map(\.mark.text), equals: ["a"], "what is left")
    },
  ]
}
