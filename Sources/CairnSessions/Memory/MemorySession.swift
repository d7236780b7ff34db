/// A session in memory, and what a transaction does to it.
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
  /// Whether it had more than one submission, or an owner.
  private(set) var isEstablished = false
  /// What it counts, by `SessionLimits`.
  private(set) var bytes = 0
  private(set) var owner: StoredSession.Owner?
  private(set) var values: StoredValues?
  private var scenes: [StoredScene.Mark: StoredScene] = [:]
  private var answers: [Submission: String] = [:]
  /// Those that are remembered, the first to be forgotten being the first.
  private var remembered: [StoredSubmission] = []
  /// Pages issued at this time or before, whose submission is not remembered, are forgotten.
  private var horizon: UInt64?

  init(lastUse: SessionTime, client: StoredSession.Client?) {
    self.lastUse = lastUse
    self.client = client
  }

  /// Sets last uses back that are later than a time.
  mutating func limitLastUse(to time: SessionTime) {
    lastUse = min(lastUse, time)
    for (mark, scene) in scenes where scene.lastUse > time { scenes[mark]?.lastUse = time }
  }

  func scene(_ mark: StoredScene.Mark) -> StoredScene? { scenes[mark] }

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

  /// Why a transaction can not be committed; nil where it can.
  func objection(to transaction: SessionTransaction) -> CommitVerdict? {
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
    let conflicts = expected.compactMap { mark, revision in
      scenes[mark]?.revision == revision
        ? nil : SceneConflict(mark: mark, current: scenes[mark])
    }
    return conflicts.isEmpty ? nil : .conflict(conflicts)
  }

  /// Makes the changes of a transaction to which there is no objection.
  ///
  /// - Returns: The scenes that went because of the limit.
  mutating func apply(_ transaction: SessionTransaction) -> [StoredScene.Mark] {
    let time = transaction.time
    lastUse = max(lastUse, time)
    for removal in transaction.removals { remove(removal.mark) }
    for write in transaction.writes {
      let replaced = scenes[write.mark]
      scenes[write.mark] = StoredScene(
        mark: write.mark, revision: write.revision, payload: write.payload,
        lastUse: max(time, replaced?.lastUse ?? time))
      bytes += write.payload.count - (replaced?.payload.count ?? 0)
    }
    for mark in transaction.touches {
      if let lastUse = scenes[mark]?.lastUse { scenes[mark]?.lastUse = max(time, lastUse) }
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
    for mark in evicted { remove(mark) }
    return evicted
  }

  private mutating func remove(_ mark: StoredScene.Mark) {
    bytes -= scenes.removeValue(forKey: mark)?.payload.count ?? 0
  }

  private mutating func remember(_ answer: SubmissionAnswer, limit: Int) {
    let submission = answer.submission
    answers[Submission(submission)] = answer.text
    bytes += answer.size
    // Nearly always at the end.
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
