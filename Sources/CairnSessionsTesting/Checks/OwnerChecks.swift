import CairnSessions

extension SessionStoreCheck {
  static let owners = [
    SessionStoreCheck("An owner is loaded with the session until it's replaced or cleared") {
      checked in
      func owner() async throws -> String? {
        try await checked.store.load(SessionQuery(session: .test(1))).owner?.text
      }
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      let none = try await owner()
      checked.expect(none, equals: nil, "the owner before one was set")
      let longest = String(repeating: "é", count: 127) + "\0x"
      for (second, text) in ["Blob", longest, "b"].enumerated() {
        try await checked.commit(
          SessionTransaction(1, at: Int64(second) + 2).owned(by: text))
        try await checked.commit(SessionTransaction(1, at: Int64(second) + 2).touching("a"))
        let set = try await owner()
        checked.expect(set, equals: text, "the owner that was set")
      }
      try await checked.commit(SessionTransaction(1, at: 9).owned(by: nil))
      let cleared = try await owner()
      checked.expect(cleared, equals: nil, "the owner after it was cleared")
      let left = try await checked.store.removeSessions(of: .test("b"), except: nil)
      checked.expect(left, equals: [], "the sessions of the previous owner")
    },
    SessionStoreCheck(
      "Setting an owner creates a session, and removing the session removes the owner"
    ) { checked in
      try await checked.commit(SessionTransaction(1, at: 1).owned(by: nil))
      let isStored = try await checked.isStored(.test(1))
      checked.expect(!isStored, "clearing the owner doesn't create a session")
      try await checked.commit(SessionTransaction(1, at: 1).owned(by: "Blob"))
      let loadResult = try await checked.store.load(SessionQuery(session: .test(1)))
      checked.expect(loadResult.owner?.text, equals: "Blob", "the owner")
      try await checked.store.removeSession(.test(1))
      try await checked.commit(SessionTransaction(1, at: 2).writing("a"))
      let removed = try await checked.store.removeSessions(of: .test("Blob"), except: nil)
      checked.expect(removed, equals: [], "the owner's sessions after the only one was removed")
    },
    SessionStoreCheck("All sessions of an owner except one are removed, oldest first") { checked in
      for (session, owner) in ["Blob", "Blob", "Blob", "Blob Jr"].enumerated() {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session)).writing("a").owned(by: owner))
      }
      try await checked.commit(SessionTransaction(4, at: 1).writing("a"))
      try await checked.commit(SessionTransaction(0, at: 9))
      let removed = try await checked.store.removeSessions(of: .test("Blob"), except: .test(1))
      checked.expect(removed, equals: [.test(2), .test(0)], "the removed sessions")
      for session in [0, 2] {
        let loadResult = try await checked.store.load(
          SessionQuery(session: .test(session), mark: .test("a")))
        checked.expect(
          loadResult, equals: SessionLoadResult(), "the remaining data of session \(session)")
      }
      for session in [1, 3, 4] {
        let scene = try await checked.scene(.test("a"), of: .test(session))
        checked.expect(scene != nil, "session \(session) remains")
      }
      let unknown = try await checked.store.removeSessions(of: .test("blob"), except: nil)
      checked.expect(unknown, equals: [], "the sessions of an unknown owner")
      let last = try await checked.store.removeSessions(of: .test("Blob"), except: .test(4))
      checked.expect(last, equals: [.test(1)], "the last session of the owner")
    },
    SessionStoreCheck("Owners are compared by their bytes") { checked in
      let texts = ["\u{E9}", "e\u{301}", "\u{E9}\0"]
      for (session, text) in texts.enumerated() {
        try await checked.commit(SessionTransaction(session, at: 1).owned(by: text))
      }
      for (session, text) in texts.enumerated() {
        let removed = try await checked.store.removeSessions(of: .test(text), except: nil)
        checked.expect(removed, equals: [.test(session)], "the sessions of owner \(session)")
      }
    },
    SessionStoreCheck("An owner is set with the whole transaction or not at all") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a").owned(by: "Blob"))
      for owner in ["Mallory", nil] {
        _ = try await checked.store.commit(
          SessionTransaction(1, at: 2).writing("a", replacing: 7, revision: 8).owned(by: owner))
        let loadResult = try await checked.store.load(SessionQuery(session: .test(1)))
        checked.expect(loadResult.owner?.text, equals: "Blob", "the owner after a conflict")
      }
    },
    SessionStoreCheck("An owner that is set with a renaming is kept by the next one") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a"))
      try await checked.commit(SessionTransaction(1, at: 2).renaming(to: 2).owned(by: "Blob"))
      try await checked.commit(SessionTransaction(2, at: 3).renaming(to: 3))
      let loadResult = try await checked.store.load(SessionQuery(session: .test(3)))
      checked.expect(loadResult.owner?.text, equals: "Blob", "the owner")
      let removed = try await checked.store.removeSessions(of: .test("Blob"), except: nil)
      checked.expect(removed, equals: [.test(3)], "the removed sessions")
    },
    SessionStoreCheck("All of an owner's sessions are removed, no matter how many, and make room") {
      checked in
      let limits = SessionLimits(sessions: 151)
      for session in 1...150 {
        try await checked.commit(
          SessionTransaction(session, at: Int64(session), limits: limits).writing("a")
            .owned(by: "Blob"))
      }
      try await checked.commit(SessionTransaction(151, at: 1, limits: limits).writing("a"))
      let removed = try await checked.store.removeSessions(of: .test("Blob"), except: .test(150))
      checked.expect(removed, equals: (1...149).map { .test($0) }, "the removed sessions")
      let evictions = try await checked.commit(
        SessionTransaction(152, at: 152, limits: SessionLimits(sessions: 3, bytes: 9))
          .writing("a"))
      checked.expect(evictions, equals: EvictionReport(), "evictions if there is room")
    },
  ]
}
