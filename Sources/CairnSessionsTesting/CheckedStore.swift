import CairnSessions

/// The store under test, with helpers for the checks.
struct CheckedStore: Sendable {
  let store: any SessionStore
  let report: @Sendable (String) -> Void

  func expect<Value: Equatable>(_ value: Value, equals expected: Value, _ what: String) {
    if value != expected { report("\(what) is \(value), and should be \(expected).") }
  }

  func expect(_ condition: Bool, _ what: String) {
    if !condition { report("Not so: \(what).") }
  }

  /// Commits a transaction that must succeed.
  @discardableResult
  func commit(_ transaction: SessionTransaction) async throws -> EvictionReport {
    let verdict = try await store.commit(transaction)
    if case .committed(let evictions, _) = verdict { return evictions }
    report("A transaction without a conflict wasn't committed: \(verdict).")
    return EvictionReport()
  }

  func scene(_ sceneID: StoredScene.Mark, of session: StoredSession.ID) async throws -> StoredScene?
  {
    try await store.load(SessionQuery(session: session, mark: sceneID)).scene
  }

  func values(of session: StoredSession.ID) async throws -> StoredValues? {
    try await store.load(SessionQuery(session: session)).values
  }

  func status(
    of submission: StoredSubmission, in session: StoredSession.ID
  ) async throws -> StoredSubmission.Status {
    try await store.load(SessionQuery(session: session, submission: submission)).submission
  }

  func isStored(_ session: StoredSession.ID) async throws -> Bool {
    try await store.load(SessionQuery(session: session)).lastUse != nil
  }
}

extension StoredSession.ID {
  /// Returns a session ID for tests. Equal numbers give equal IDs.
  ///
  /// - Parameter shardKey: The end of the ID. By default, all IDs have the same end, so that a store with several shards
  ///   has them in one shard.
  static func test(_ number: Int, shardKey: UInt16 = 0x1014) -> StoredSession.ID {
    StoredSession.ID(bits: UInt128(number) << 64 | 0x5e55_0000 | UInt128(shardKey))
  }

  /// Returns a session ID for tests whose end depends on the number. A store with several shards has them in all shards.
  static func spread(_ number: Int) -> StoredSession.ID {
    test(number, shardKey: UInt16(truncatingIfNeeded: number &* 40_503))
  }
}

extension StoredScene.Mark {
  /// Returns a scene ID for tests.
  static func test(_ text: String) -> StoredScene.Mark {
    StoredScene.Mark(known: text)
  }
}

extension StoredSession.Owner {
  /// Returns an owner for tests.
  static func test(_ text: String) -> StoredSession.Owner {
    StoredSession.Owner(known: text)
  }
}

extension StoredSubmission {
  /// Returns a submission for tests.
  static func test(nonce: Int, content: UInt8 = 0, issued: UInt64? = nil) -> StoredSubmission {
    StoredSubmission(
      nonce: UInt128(nonce), digest: StoredSubmission.Digest(high: UInt128(content), low: 1),
      issued: issued ?? UInt64(nonce))
  }
}

extension SessionTransaction {
  /// Creates a transaction for tests, at a number of seconds.
  init(_ session: Int, at seconds: Int64, limits: SessionLimits = SessionLimits()) {
    self.init(session: .test(session), time: .test(seconds), limits: limits)
  }

  func from(client: UInt64) -> SessionTransaction {
    var copy = self
    copy.client = StoredSession.Client(bits: client)
    return copy
  }

  func writing(
    _ sceneID: String, replacing: UInt64? = nil, revision: UInt64 = 1, payload: [UInt8] = [1, 2, 3]
  ) -> SessionTransaction {
    var copy = self
    copy.writes.append(
      SceneWrite(
        mark: .test(sceneID), replacing: replacing, revision: revision, payload: payload))
    return copy
  }

  func removing(_ sceneID: String, revision: UInt64? = nil) -> SessionTransaction {
    var copy = self
    copy.removals.append(SceneRemoval(mark: .test(sceneID), revision: revision))
    return copy
  }

  func touching(_ sceneID: String) -> SessionTransaction {
    var copy = self
    copy.touches.append(.test(sceneID))
    return copy
  }

  func renaming(to session: Int) -> SessionTransaction {
    var copy = self
    copy.renaming = .test(session)
    return copy
  }

  func requiringSession() -> SessionTransaction {
    var copy = self
    copy.requiresSession = true
    return copy
  }

  /// Lets the session count as stored only if it was used since a number of seconds.
  func expiring(before seconds: Int64) -> SessionTransaction {
    var copy = self
    copy.expiry = .test(seconds)
    return copy
  }

  /// Sets the owner of the session.
  ///
  /// - Parameter owner: The owner, or `nil` to remove the owner.
  func owned(by owner: String?) -> SessionTransaction {
    var copy = self
    copy.owner = owner.map { .set(.test($0)) } ?? .clear
    return copy
  }

  func writingValues(
    replacing: UInt64? = nil, revision: UInt64 = 1, payload: [UInt8] = [4, 5, 6]
  ) -> SessionTransaction {
    var copy = self
    copy.values = .write(
      ValuesWrite(replacing: replacing, revision: revision, payload: payload))
    return copy
  }

  func readingValues(at revision: UInt64?) -> SessionTransaction {
    var copy = self
    copy.values = .read(revision: revision)
    return copy
  }

  func answering(_ submission: StoredSubmission, _ text: String) -> SessionTransaction {
    var copy = self
    copy.answer = SubmissionAnswer(submission, text: text)
    return copy
  }
}

extension SessionTime {
  static func test(_ seconds: Int64) -> SessionTime {
    SessionTime(microsecondsSince1970: 1_700_000_000_000_000 + seconds * 1_000_000)
  }
}
