import CairnDependencies

/// The submission that a scene is working on.
struct Turn {
  let submission: Submission
  /// How many effects had begun before the submission.
  let begunBefore: Int
  /// The state of the session's values when the submission began.
  let valuesEpoch: Int?
  /// The key of its actions.
  private var key: IdempotencyKey
  private var actions = 0

  init(_ submission: Submission, begunBefore: Int, valuesEpoch: Int?) {
    self.submission = submission
    self.begunBefore = begunBefore
    self.valuesEpoch = valuesEpoch
    key = IdempotencyKey(submission)
  }

  /// Counts its actions from the beginning.
  /// - Parameter isBack: Whether they are those of Back, which have keys of their own.
  mutating func restart(isBack: Bool) {
    let key = IdempotencyKey(submission)
    self.key = isBack ? key.appending("back") : key
    actions = 0
  }

  mutating func countAction() { actions += 1 }

  /// The key of the next action.
  var actionKey: IdempotencyKey { key.appending(actions) }
}
