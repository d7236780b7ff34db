/// A session in memory.
struct MemorySession {
  private struct Submission: Hashable {
    var nonce: UInt128
    var digest: StoredSubmission.Digest

    init(_ submission: StoredSubmission) {
      nonce = submission.nonce
      digest = submission.digest
    }
  }

  private(set) var lastUse: SessionTime
  let client: StoredSession.Client?
  /// Whether the session ever had an owner, or more than one submission.
  private(set) var isEstablished = false
  /// The session's size as defined by ``SessionLimits``.
  private(set) var bytes = 0
  private(set) var owner: StoredSession.Owner?
  /// The number of transactions that have changed the session.
  private(set) var version: UInt64 = 0
  private(set) var values: StoredValues?
  private var scenes: [StoredScene.Mark: StoredScene] = [:]
  private var answers: [Submission: String] = [:]
  /// The remembered submissions, in the order in which they will be forgotten.
  private var remembered: [StoredSubmission] = []
  /// The latest time of issue of the forgotten submissions. A page that isn't newer counts as forgotten, unless its
  /// submission is still remembered.
  private var horizon: UInt64?

  init(lastUse: SessionTime, client: StoredSession.Client?) {
    self.lastUse = lastUse
    self.client = client
  }

  /// Sets later last uses of the session and its scenes back to the given time.
  mutating func limitLastUse(to time: SessionTime) {
    lastUse = min(lastUse, time)
    for (sceneID, scene) in scenes where scene.lastUse > time { scenes[sceneID]?.lastUse = time }
  }

  func scene(_ sceneID: StoredScene.Mark) -> StoredScene? { scenes[sceneID] }

  var summaries: [SceneSummary] {
    scenes.values.map {
      SceneSummary(
        mark: $0.mark, revision: $0.revision, size: $0.payload.count, lastUse: $0.lastUse)
    }
    .oldestFirst
  }

  func status(of submission: StoredSubmission) -> StoredSubmission.Status {
    if let text = answers[Submission(submission)] { return .answered(text) }
    if let horizon, submission.issued <= horizon { return .forgotten }
    return .new
  }

  /// Returns why a transaction can't be committed, or `nil` if it can.
  func objection(to transaction: SessionTransaction) -> CommitResult? {
    if let answer = transaction.answer {
      switch status(of: answer.submission) {
      case .answered(let text): return .answered(text)
      case .forgotten: return .forgotten
      case .new: break
      }
    }
    if let use = transaction.values, use.expected != values?.revision {
      return .valuesConflict(values)
    }
    let expected =
      transaction.writes.map { ($0.mark, $0.replacing) }
      + transaction.removals.compactMap { removal in
        removal.revision.map { (removal.mark, .some($0)) }
      }
    let conflicts = expected.compactMap { sceneID, revision in
      scenes[sceneID]?.revision == revision
        ? nil : SceneConflict(mark: sceneID, current: scenes[sceneID])
    }
    return conflicts.isEmpty ? nil : .conflict(conflicts)
  }

  /// Applies a transaction that has passed ``objection(to:)``.
  ///
  /// - Returns: The scenes that were evicted because of the limits.
  mutating func apply(_ transaction: SessionTransaction) -> [StoredScene.Mark] {
    let time = transaction.time
    lastUse = max(lastUse, time)
    if transaction.changesSession { version += 1 }
    for removal in transaction.removals { remove(removal.mark) }
    for write in transaction.writes {
      let replaced = scenes[write.mark]
      scenes[write.mark] = StoredScene(
        mark: write.mark, revision: write.revision, payload: write.payload,
        lastUse: max(time, replaced?.lastUse ?? time))
      bytes += write.payload.count - (replaced?.payload.count ?? 0)
    }
    for sceneID in transaction.touches {
      if let lastUse = scenes[sceneID]?.lastUse { scenes[sceneID]?.lastUse = max(time, lastUse) }
    }
    if let change = transaction.owner { owner = change.owner }
    if let write = transaction.values?.write {
      bytes += write.payload.count - (values?.payload.count ?? 0)
      values = StoredValues(revision: write.revision, payload: write.payload)
    }
    if let answer = transaction.answer {
      remember(answer, limit: transaction.limits.submissionsPerSession)
    }
    isEstablished = isEstablished || owner != nil || remembered.count > 1 || horizon != nil
    let evicted = transaction.evictions(count: scenes.count, bytes: bytes) { summaries }.map(\.mark)
    for sceneID in evicted { remove(sceneID) }
    return evicted
  }

  private mutating func remove(_ sceneID: StoredScene.Mark) {
    bytes -= scenes.removeValue(forKey: sceneID)?.payload.count ?? 0
  }

  private mutating func remember(_ answer: SubmissionAnswer, limit: Int) {
    let submission = answer.submission
    answers[Submission(submission)] = answer.text
    bytes += answer.size
    // The place is nearly always at the end, so the search starts there.
    let place = remembered.lastIndex { !submission.isForgottenBefore($0) }.map { $0 + 1 } ?? 0
    remembered.insert(submission, at: place)
    guard remembered.count > limit else { return }
    let forgotten = remembered.prefix(remembered.count - limit)
    for submission in forgotten {
      if let text = answers.removeValue(forKey: Submission(submission)) {
        bytes -= SubmissionAnswer(submission, text: text).size
      }
      horizon = max(horizon ?? 0, submission.issued)
    }
    remembered.removeFirst(forgotten.count)
  }
}

extension StoredSubmission {
  fileprivate func isForgottenBefore(_ other: StoredSubmission) -> Bool {
    issued != other.issued
      ? issued < other.issued
      : (nonce, digest.bytes) < (other.nonce, other.digest.bytes)
  }
}

private func < (one: (UInt128, [UInt8]), other: (UInt128, [UInt8])) -> Bool {
  one.0 != other.0 ? one.0 < other.0 : one.1.lexicographicallyPrecedes(other.1)
}
