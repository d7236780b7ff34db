import CairnSessions

extension SessionStoreCheck {
  static let clients = [
    SessionStoreCheck("A client beyond its share loses only its own sessions") {
      checked in
      let limits = SessionLimits(sessions: 12)
      try await checked.commit(SessionTransaction(1, at: 0, limits: limits).writing("a"))
      try await checked.commit(
        SessionTransaction(2, at: 1, limits: limits).from(client: 7).writing("a"))
      for session in 11...20 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits).from(client: 8)
            .writing("a"))
      }
      // One of the client's sessions has several submissions and was used last, so it isn't evicted.
      for nonce in 1...3 {
        try await checked.commit(
          SessionTransaction(11, at: 50, limits: limits).answering(.test(nonce: nonce), "done"))
      }
      let own = try await checked.commit(
        SessionTransaction(21, at: 60, limits: limits).from(client: 8).writing("a"))
      checked.expect(
        own, equals: EvictionReport(sessions: [.test(12)]), "evictions for its own session")
      let other = try await checked.commit(
        SessionTransaction(3, at: 61, limits: limits).from(client: 9).writing("a"))
      checked.expect(
        other, equals: EvictionReport(sessions: [.test(13)]),
        "evictions for another client's session")
      for session in [1, 2, 3, 11] {
        let isStored = try await checked.isStored(.test(session))
        checked.expect(isStored, "session \(session) remains")
      }
    },
    SessionStoreCheck("A client within its share doesn't lose more than others") { checked in
      let limits = SessionLimits(sessions: 4)
      for session in 1...4 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits)
            .from(client: session == 1 ? 1 : 2).writing("a"))
      }
      let evictions = try await checked.commit(
        SessionTransaction(5, at: 5, limits: limits).from(client: 2).writing("a"))
      checked.expect(
        evictions, equals: EvictionReport(sessions: [.test(1)]), "the removed sessions")
    },
    SessionStoreCheck("A client beyond its share in bytes loses its own sessions") { checked in
      let limits = SessionLimits(bytesPerSession: 100, bytes: 1000)
      let payload = [UInt8](repeating: 1, count: 90)
      for session in 1...11 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits)
            .from(client: session < 9 ? UInt64(session) : 9).writing("a", payload: payload))
      }
      let again = try await checked.commit(
        SessionTransaction(12, at: 12, limits: limits).from(client: 12)
          .writing("a", payload: payload))
      checked.expect(again, equals: EvictionReport(sessions: [.test(9)]), "the removed sessions")
    },
    SessionStoreCheck("Sessions with one submission are evicted first, unless they have an owner") {
      checked in
      let limits = SessionLimits(sessions: 4)
      for nonce in 1...2 {
        try await checked.commit(
          SessionTransaction(1, at: 1, limits: limits).answering(.test(nonce: nonce), "done"))
      }
      try await checked.commit(
        SessionTransaction(2, at: 2, limits: limits).answering(.test(nonce: 1), "done")
          .owned(by: "Blob"))
      for session in 3...4 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits)
            .answering(.test(nonce: 1), "done"))
      }
      // Among these sessions, the last use decides.
      try await checked.commit(SessionTransaction(3, at: 5, limits: limits))
      for (session, gone) in [(5, 4), (6, 3), (7, 5)] {
        let evictions = try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits)
            .answering(.test(nonce: 1), "done"))
        checked.expect(
          evictions, equals: EvictionReport(sessions: [.test(gone)]), "evictions for \(session)")
      }
    },
    SessionStoreCheck("A renamed session still belongs to its client") { checked in
      let limits = SessionLimits(sessions: 9)
      try await checked.commit(
        SessionTransaction(1, at: 0, limits: limits).from(client: 1).writing("a"))
      for session in 11...18 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits).from(client: 2)
            .writing("a"))
      }
      try await checked.commit(SessionTransaction(11, at: 30, limits: limits).renaming(to: 31))
      try await checked.store.removeSession(.test(18))
      try await checked.commit(
        SessionTransaction(32, at: 32, limits: limits).from(client: 2).writing("a"))
      let evictions = try await checked.commit(
        SessionTransaction(33, at: 33, limits: limits).from(client: 2).writing("a"))
      checked.expect(
        evictions, equals: EvictionReport(sessions: [.test(12)]), "the removed sessions")
    },
    SessionStoreCheck("A last use in the future is set back") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      try await checked.commit(SessionTransaction(2, at: 9000).writing("a"))
      try await checked.store.limitLastUses(to: .test(10))
      let ahead = try await checked.store.load(SessionQuery(session: .test(2))).lastUse
      checked.expect(ahead, equals: .test(10), "the last use of a session that was in the future")
      let scenes = try await checked.store.scenes(of: .test(2))
      checked.expect(scenes.map(\.lastUse), equals: [.test(10)], "the last use of its scene")
      let other = try await checked.store.load(SessionQuery(session: .test(1))).lastUse
      checked.expect(other, equals: .test(1), "the last use of another session")
      let removed = try await checked.store.removeSessions(idleSince: .test(11))
      checked.expect(removed, equals: [.test(1), .test(2)], "the removed idle sessions")
    },
  ]
}
