import CairnDependencies

/// The submission that a scene is processing.
struct Turn {
  let submission: Submission
  /// The number of effects that had started before the submission.
  let begunBefore: Int
  /// The state of the session's values when the submission began.
  let valuesEpoch: Int?
  /// The key from which the keys of the actions are derived.
  private var key: IdempotencyKey
  private var actions = 0

  init(_ submission: Submission, begunBefore: Int, valuesEpoch: Int?) {
    self.submission = submission
    self.begunBefore = begunBefore
    self.valuesEpoch = valuesEpoch
    key = IdempotencyKey(submission)
  }

  /// Starts to count the submission's actions from 0.
  /// - Parameter isBack: Whether the actions dismiss layers that the user left with Back. Such actions have separate
  ///   keys.
  mutating func restart(isBack: Bool) {
    let key = IdempotencyKey(submission)
    self.key = isBack ? key.appending("back") : key
    actions = 0
  }

  mutating func countAction() { actions += 1 }

  /// The key of the next action.
  var actionKey: IdempotencyKey { key.appending(actions) }
}
