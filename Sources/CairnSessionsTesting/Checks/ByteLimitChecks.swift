import CairnSessions

extension SessionStoreCheck {
  static let byteLimits = [
    SessionStoreCheck("A store that counts its bytes counts scenes, values, and submissions") {
      checked in
      // A store doesn't have to count its bytes.
      guard try await checked.store.storedBytes() != nil else { return }
      func expect(_ bytes: Int, _ what: String) async throws {
        checked.expect(try await checked.store.storedBytes(), equals: bytes, "the size \(what)")
      }
      try await expect(0, "of an empty store")
      try await checked.commit(SessionTransaction(1, at: 1).writing("a", size: 100))
      try await checked.commit(SessionTransaction(2, at: 1).writing("a", size: 200))
      try await expect(300, "of two scenes")
      try await checked.commit(
        SessionTransaction(1, at: 2).answering(.test(nonce: 1), "abcd")
          .writingValues(payload: [UInt8](repeating: 1, count: 10)))
      try await expect(370, "with a submission and values")
      try await checked.store.removeSession(.test(1))
      try await expect(200, "after the removal of a session")
    },
    SessionStoreCheck("A session beyond its limit in bytes loses its oldest scenes") { checked in
      let limits = SessionLimits(bytesPerSession: 1000)
      func transaction(at second: Int64) -> SessionTransaction {
        SessionTransaction(1, at: second, limits: limits)
      }
      try await checked.commit(transaction(at: 0).writing("a", size: 400))
      try await checked.commit(transaction(at: 1).writing("b", size: 400))
      try await checked.commit(SessionTransaction(2, at: 0).writing("a", size: 900))
      try await checked.commit(transaction(at: 2).touching("a"))
      let first = try await checked.commit(transaction(at: 3).writing("c", size: 600))
      checked.expect(first, equals: EvictionReport(scenes: [.test("b")]), "evictions for a scene")
      let none = try await checked.commit(
        transaction(at: 4).writing("c", replacing: 1, revision: 2, size: 100))
      checked.expect(none, equals: EvictionReport(), "evictions for a scene that became smaller")
      let second = try await checked.commit(
        transaction(at: 5).writing("c", replacing: 2, revision: 3, size: 601))
      checked.expect(second, equals: EvictionReport(scenes: [.test("a")]), "evictions for a change")
      let third = try await checked.commit(
        transaction(at: 6).writingValues(payload: [UInt8](repeating: 1, count: 400)))
      checked.expect(
        third, equals: EvictionReport(scenes: [.test("c")]), "evictions for the values")
      let other = try await checked.store.scenes(of: .test(2))
      checked.expect(other.map(\.size), equals: [900], "the other session's scenes")
    },
    SessionStoreCheck(
      "Scenes that a transaction uses are never evicted, no matter how large they are"
    ) {
      checked in
      let limits = SessionLimits(bytesPerSession: 1000)
      try await checked.commit(SessionTransaction(1, at: 1).writing("a", size: 800))
      let evictions = try await checked.commit(
        SessionTransaction(1, at: 2, limits: limits).writing("b", size: 800).touching("a"))
      checked.expect(evictions, equals: EvictionReport(), "the removed sessions")
      let touch = try await checked.commit(
        SessionTransaction(1, at: 3, limits: limits).touching("b"))
      checked.expect(touch, equals: EvictionReport(), "evictions without a write")
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(scenes.map(\.mark.text), equals: ["a", "b"], "the remaining scenes")
    },
    SessionStoreCheck("A submission counts as 56 bytes plus its response until it's discarded") {
      checked in
      let limits = SessionLimits(submissionsPerSession: 2, bytesPerSession: 1000)
      let text = String(repeating: "é", count: 72)
      func answer(_ nonce: Int) async throws -> EvictionReport {
        try await checked.commit(
          SessionTransaction(1, at: Int64(nonce), limits: limits)
            .answering(.test(nonce: nonce), text))
      }
      try await checked.commit(SessionTransaction(1, at: 1).writing("a", size: 600))
      for nonce in 2...9 {
        let evictions = try await answer(nonce)
        checked.expect(evictions, equals: EvictionReport(), "evictions for submission \(nonce)")
      }
      let evictions = try await checked.commit(
        SessionTransaction(1, at: 10, limits: limits).writing("b", size: 1))
      checked.expect(
        evictions, equals: EvictionReport(scenes: [.test("a")]), "evictions for one byte")
    },
    SessionStoreCheck("A store beyond its limit in bytes loses its oldest sessions") { checked in
      let limits = SessionLimits(bytes: 1000)
      for session in 1...3 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits)
            .writing("a", size: 300))
      }
      try await checked.commit(SessionTransaction(1, at: 4, limits: limits))
      let evictions = try await checked.commit(
        SessionTransaction(3, at: 5, limits: limits)
          .writing("a", replacing: 1, revision: 2, size: 401))
      checked.expect(
        evictions, equals: EvictionReport(sessions: [.test(2)]), "the removed sessions")
      let own = try await checked.commit(
        SessionTransaction(1, at: 0, limits: limits).writing("b", size: 700))
      checked.expect(
        own, equals: EvictionReport(sessions: [.test(3)]), "evictions for the oldest session")
      let scenes = try await checked.store.scenes(of: .test(1))
      checked.expect(Set(scenes.map(\.mark.text)), equals: ["a", "b"], "the remaining scenes")
      let alone = try await checked.commit(
        SessionTransaction(1, at: 6, limits: limits).writing("c", size: 1))
      checked.expect(
        alone, equals: EvictionReport(scenes: [.test("b")]), "evictions from a single session")
    },
    SessionStoreCheck("The size of all sessions is exact after any writes and removals") {
      checked in
      for session in 1...80 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session)).writing("a", size: 100)
            .writing("b", size: 10).writingValues().answering(.test(nonce: 1), "1234"))
      }
      try await checked.commit(
        SessionTransaction(80, at: 81).writing("a", replacing: 1, revision: 2, size: 7)
          .removing("b"))
      try await checked.store.removeSession(.test(78))
      _ = try await checked.store.removeSessions(idleSince: .test(77))
      // These sessions remain: 77 and 79 with 100 + 10 + 3 + 60 bytes each, and 80 with 7 + 3 + 60.
      let exact = try await checked.commit(
        SessionTransaction(90, at: 90, limits: SessionLimits(bytes: 417)).writing("a", size: 1))
      checked.expect(exact, equals: EvictionReport(), "evictions if everything fits")
      let more = try await checked.commit(
        SessionTransaction(90, at: 91, limits: SessionLimits(bytes: 417))
          .writing("a", replacing: 1, revision: 2, size: 2))
      checked.expect(
        more, equals: EvictionReport(sessions: [.test(77)]), "evictions for one more byte")
    },
    SessionStoreCheck("Data that is larger than the maximum of a session is rejected") { checked in
      let limits = [SessionLimits(bytesPerSession: 1000), SessionLimits(bytes: 1000)]
      for (number, limits) in limits.enumerated() {
        func transaction(at second: Int64) -> SessionTransaction {
          SessionTransaction(number, at: second, limits: limits)
        }
        try await checked.commit(transaction(at: 1).writing("a", size: 1000))
        let before = try await checked.store.load(
          SessionQuery(session: .test(number), mark: .test("a")))
        let tooLarge = [
          transaction(at: 2).writing("a", replacing: 1, revision: 2, size: 1001),
          transaction(at: 2).writing("b", size: 1001).removing("a"),
          transaction(at: 2).writingValues(payload: [UInt8](repeating: 1, count: 1001)),
          transaction(at: 2).writing("b", size: 900).answering(
            .test(nonce: 1), String(repeating: "x", count: 45)),
        ]
        for transaction in tooLarge {
          do throws(SessionStoreError) {
            let verdict = try await checked.store.commit(transaction)
            checked.report("A transaction that is too large wasn't rejected: \(verdict).")
          } catch {
            checked.expect(error.kind, equals: .tooLarge, "the failure's kind")
          }
        }
        let after = try await checked.store.load(
          SessionQuery(session: .test(number), mark: .test("a")))
        checked.expect(after, equals: before, "the stored data after a rejection")
        try await checked.store.removeSession(.test(number))
      }
    },
    SessionStoreCheck("A conflict evicts nothing because of its size") { checked in
      let limits = SessionLimits(bytesPerSession: 1000, bytes: 1000)
      try await checked.commit(SessionTransaction(1, at: 1).writing("a", size: 900))
      try await checked.commit(SessionTransaction(2, at: 2).writing("a", size: 900))
      let verdict = try await checked.store.commit(
        SessionTransaction(2, at: 3, limits: limits).writing("b", size: 900)
          .writing("c", replacing: 1, revision: 2))
      checked.expect(
        verdict, equals: .conflict([SceneConflict(mark: .test("c"), current: nil)]), "the result")
      for session in 1...2 {
        let scenes = try await checked.store.scenes(of: .test(session))
        checked.expect(scenes.map(\.size), equals: [900], "the scenes of session \(session)")
      }
    },
  ]
}

extension SessionTransaction {
  /// Writes a scene of the given size.
  fileprivate func writing(
    _ sceneID: String, replacing: UInt64? = nil, revision: UInt64 = 1, size: Int
  ) -> SessionTransaction {
    writing(
      sceneID, replacing: replacing, revision: revision, payload: [UInt8](repeating: 1, count: size)
    )
  }
}
