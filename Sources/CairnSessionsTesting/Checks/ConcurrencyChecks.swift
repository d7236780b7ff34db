import CairnSessions

extension SessionStoreCheck {
  static let concurrency = [
    SessionStoreCheck("Of several writers of one revision, exactly one succeeds") { checked in
      try await checked.commit(SessionTransaction(1, at: 1).writing("a", revision: 0))
      let store = checked.store
      let wins = try await withThrowingTaskGroup(of: Int.self) { group in
        for writer in 0..<8 {
          group.addTask {
            var wins = 0
            for revision in UInt64(0)..<25 {
              let verdict = try await store.commit(
                SessionTransaction(1, at: 2)
                  .writing(
                    "a", replacing: revision, revision: revision + 1,
                    payload: [UInt8(writer)]))
              if case .committed = verdict { wins += 1 }
            }
            return wins
          }
        }
        return try await group.reduce(0, +)
      }
      let scene = try await checked.scene(.test("a"), of: .test(1))
      checked.expect(UInt64(wins), equals: scene?.revision ?? 0, "the number of successful writers")
    },
    SessionStoreCheck("Of simultaneous repeats, one is committed, and the others get its response")
    {
      checked in
      let store = checked.store
      let verdicts = try await withThrowingTaskGroup(of: CommitResult.self) { group in
        for repetition in 0..<16 {
          group.addTask {
            try await store.commit(
              SessionTransaction(1, at: 1).writing("scene\(repetition)")
                .answering(.test(nonce: 1), "\(repetition)"))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let committed = verdicts.count { if case .committed = $0 { true } else { false } }
      checked.expect(committed, equals: 1, "the number of committed transactions")
      let scenes = try await store.scenes(of: .test(1))
      checked.expect(scenes.count, equals: 1, "the number of scenes")
      let answers = Set(
        verdicts.compactMap { if case .answered(let text) = $0 { text } else { nil } })
      checked.expect(
        answers, equals: Set(scenes.map { String($0.mark.text.dropFirst(5)) }), "the answers")
    },
    SessionStoreCheck("A conflict doesn't affect other simultaneous commits") { checked in
      let store = checked.store
      let verdicts = try await withThrowingTaskGroup(of: (Int, CommitResult).self) { group in
        for session in 1...60 {
          group.addTask {
            let transaction = SessionTransaction(session, at: 1).writing("a")
            return (
              session,
              try await store.commit(
                session.isMultiple(of: 3)
                  ? transaction.writing("b", replacing: 1, revision: 2) : transaction)
            )
          }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for session in 1...60 {
        let scene = try await checked.scene(.test("a"), of: .test(session))
        let isConflict = session.isMultiple(of: 3)
        checked.expect((scene == nil) == isConflict, "session \(session) is stored or in conflict")
        if case .committed = verdicts[session] {
          checked.expect(!isConflict, "session \(session) was correctly committed")
        }
      }
    },
    SessionStoreCheck("A load returns complete transactions, including every acknowledged one") {
      checked in
      try await checked.commit(
        SessionTransaction(1, at: 1).writing("a", revision: 0).writing("b", revision: 0))
      let store = checked.store
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for revision in UInt64(0)..<50 {
            _ = try await store.commit(
              SessionTransaction(1, at: 1)
                .writing("a", replacing: revision, revision: revision + 1)
                .writing("b", replacing: revision, revision: revision + 1)
                .answering(.test(nonce: Int(revision)), "\(revision)"))
            let loaded = try await checked.scene(.test("a"), of: .test(1))
            checked.expect(loaded?.revision, equals: revision + 1, "the acknowledged revision")
          }
        }
        for _ in 0..<3 {
          group.addTask {
            for _ in 0..<50 {
              let scenes = try await store.scenes(of: .test(1))
              checked.expect(
                Set(scenes.map(\.revision)).count, equals: 1, "the number of revisions")
            }
          }
        }
        try await group.waitForAll()
      }
    },
  ]
}
