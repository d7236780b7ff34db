import CairnSessions

extension SessionStoreCheck {
  static let submissions = [
    SessionStoreCheck("A submission is committed once, and its repeats get that response") {
      checked in
      let submission = StoredSubmission.test(nonce: 1)
      try await checked.commit(
        SessionTransaction(1, at: 1).writing("a").answering(submission, "/there?~a"))
      let loadResult = try await checked.store.load(
        SessionQuery(session: .test(1), mark: .test("a"), submission: submission))
      checked.expect(loadResult.submission, equals: .answered("/there?~a"), "the loaded response")
      checked.expect(loadResult.scene?.revision, equals: 1, "the scene that is loaded with it")
      let verdict = try await checked.store.commit(
        SessionTransaction(1, at: 2).writing("a", replacing: 1, revision: 2)
          .answering(submission, "/elsewhere"))
      checked.expect(verdict, equals: .answered("/there?~a"), "the result of the repeat")
      let scene = try await checked.scene(.test("a"), of: .test(1))
      checked.expect(scene?.revision, equals: 1, "the scene's revision")
    },
    SessionStoreCheck("A repeat gets the first response instead of a conflict with itself") {
      checked in
      let transaction = SessionTransaction(1, at: 1).writing("a")
        .answering(.test(nonce: 1), "done")
      try await checked.commit(transaction)
      let verdict = try await checked.store.commit(transaction)
      checked.expect(verdict, equals: .answered("done"), "the result of the repeat")
    },
    SessionStoreCheck("Different fields, pages, or sessions are different submissions") {
      checked in
      try await checked.commit(
        SessionTransaction(1, at: 1).answering(.test(nonce: 1, content: 1), "one"))
      let others: [(Int, StoredSubmission)] = [
        (1, .test(nonce: 1, content: 2)), (1, .test(nonce: 2, content: 1)),
        (2, .test(nonce: 1, content: 1)),
      ]
      for (session, submission) in others {
        let status = try await checked.status(of: submission, in: .test(session))
        checked.expect(status, equals: .new, "another submission")
      }
      try await checked.commit(
        SessionTransaction(1, at: 1).answering(.test(nonce: 1, content: 2), "two"))
      let one = try await checked.status(of: .test(nonce: 1, content: 1), in: .test(1))
      checked.expect(one, equals: .answered("one"), "the first submission")
      let two = try await checked.status(of: .test(nonce: 1, content: 2), in: .test(1))
      checked.expect(two, equals: .answered("two"), "the second submission")
    },
    SessionStoreCheck("Submissions of the oldest pages are discarded, and never committed again") {
      checked in
      let limits = SessionLimits(submissionsPerSession: 3)
      for nonce in [5, 3, 4, 7, 6] {
        try await checked.commit(
          SessionTransaction(1, at: 1, limits: limits)
            .answering(.test(nonce: nonce), "\(nonce)"))
      }
      for nonce in 1...9 {
        let status = try await checked.status(of: .test(nonce: nonce), in: .test(1))
        let expected: StoredSubmission.Status =
          switch nonce {
          case ...4: .forgotten
          case 5...7: .answered("\(nonce)")
          default: .new
          }
        checked.expect(status, equals: expected, "submission \(nonce)")
      }
      let verdict = try await checked.store.commit(
        SessionTransaction(1, at: 1, limits: limits).writing("a")
          .answering(.test(nonce: 2), "2"))
      checked.expect(verdict, equals: .forgotten, "the result of a discarded page's submission")
      let scene = try await checked.scene(.test("a"), of: .test(1))
      checked.expect(scene, equals: nil, "a scene written with a discarded page's submission")
    },
    SessionStoreCheck("Times of issue are compared as 64-bit numbers") { checked in
      let limits = SessionLimits(submissionsPerSession: 1)
      for (nonce, issued) in [(1, UInt64(1)), (2, UInt64.max), (3, UInt64.max - 1)] {
        try await checked.commit(
          SessionTransaction(1, at: 1, limits: limits)
            .answering(.test(nonce: nonce, issued: issued), "\(nonce)"))
      }
      let latest = try await checked.status(of: .test(nonce: 2, issued: .max), in: .test(1))
      checked.expect(latest, equals: .answered("2"), "the latest page's submission")
      let earlier = try await checked.status(of: .test(nonce: 3, issued: .max - 1), in: .test(1))
      checked.expect(earlier, equals: .forgotten, "the earlier page's submission")
    },
  ]
}
