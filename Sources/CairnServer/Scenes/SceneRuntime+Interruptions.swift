import CairnFeatures

/// Effects that end with the scene, and what happens about them when it's loaded or copied.
extension SceneRuntime {
  /// What to do about the effects if the scene is loaded or copied from its present state.
  var resumptions: [EffectResumption] { toResume + page.resumptions() }

  /// Records the messages and actions of the running effects. Returns whether the stored ones have changed.
  func noteInterruptions() -> Bool {
    let haveMessagesChanged =
      !durable.interruptions.isEmpty && page.interruptions() != durable.interruptions
    let haveActionsChanged = !durable.resumptions.isEmpty && resumptions != durable.resumptions
    guard haveMessagesChanged || haveActionsChanged else { return false }
    setInterruptions()
    return true
  }

  func setInterruptions() {
    durable.interruptions = page.interruptions()
    durable.resumptions = resumptions
    durable.history.setInterruptions(
      durable.interruptions, durable.resumptions.compactMap(\.ofCopy), at: durable.revision)
  }

  /// Continues a copy of a scene without its effects.
  func copyInterruptions(from beginning: Beginning) {
    interrupted = beginning.interruptions
    toResume = beginning.resumptions
    resumeEffects()
  }

  /// Begins the effects again that were interrupted before the scene was loaded, or reports their interruption to their
  /// features. Then reports to the user which effects aren't running.
  func resumeEffects() {
    guard !toResume.isEmpty else { return }
    let effects = toResume
    toResume = []
    let hasResumed = effects.count { page.resume($0) } > 0
    if hasResumed {
      // A model begins its work when a view uses it.
      forgetEvaluation()
      _ = collect()
      forgetEvaluation()
    }
    // An effect that has begun again may end before the next page.
    let running = page.interruptions()
    interrupted.removeAll { running.contains($0) }
    addInterruptionsToNotice()
  }

  /// Adds messages to the notice about effects that ran before the scene was loaded or copied, and aren't running now.
  func addInterruptionsToNotice() {
    let running = page.interruptions()
    for message in interrupted where !running.contains(message) {
      // The message may already be in the notice from before the process ended.
      guard !durable.notice.contains(where: { $0.includes(message) }) else { continue }
      durable.notice.append(.verbatim(message))
    }
  }
}
