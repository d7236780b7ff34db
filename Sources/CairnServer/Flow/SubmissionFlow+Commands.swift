extension SubmissionFlow {
  enum Command: Hashable, Sendable {
    /// Look up the state of the session; leads to ``Event/session(_:)``.
    case checkSession(Purpose)
    /// Do that on another thread, when this one has let go of all locks.
    case checkSessionLater(Purpose)
    /// Wait for the end of the renewal; leads to ``Event/renewalEnded``.
    case awaitRenewal
    /// Look the submission up in its session; leads to ``Event/claimed(_:)``, and for a twin to
    /// ``Event/twinEnded(_:)`` as well.
    case claim
    /// Make it another submission, which isn't processed and so can be repeated.
    case forget
    /// Look for the scene in memory; leads to ``Event/found(_:)``.
    case find
    /// Look for the scene in the store; leads to ``Event/loaded(_:)``.
    case load
    /// Make a scene; leads to ``Event/begun(_:)`` or ``Event/nameTaken``.
    /// - Parameter isNamed: Whether it has the name that Back to the page finds.
    case begin(Landing, isNamed: Bool)
    /// Do something with the scene.
    case scene(SceneCommand)
    /// Let go of a scene that differs from the stored one.
    case drop
    /// Restore the session's values that it has changed.
    case takeBackValues
    /// Let go of a session that isn't in the store any more.
    case leaveSession
    /// Give up the claim: the submission hasn't changed anything, and a repetition is processed.
    case abandon
    case reply(Reply)
    /// The event can't happen in the phase.
    case reportUnexpected
  }

  /// What is done with a scene while it's locked.
  enum SceneCommand: Hashable, Sendable {
    /// Compare it with the page; leads to ``Event/landed(_:)`` or ``Event/sceneEnded``.
    case land
    /// Dismiss the layers above the page; leads to ``Event/dismissed(begunWork:)``.
    case dismiss
    /// Let views appear and effects settle; leads to ``Event/settled(isGone:)``.
    case settle(waits: Bool)
    /// Compare it with the page again; leads to ``Event/arrived(_:)``.
    case arrive
    /// Write the fields and press the button; leads to ``Event/ran(_:begunWork:)`` or ``Event/interrupted``.
    case run
    /// Explain why the form isn't processed; leads to ``Event/ran(_:begunWork:)``.
    case refuse(Landing.Refusal)
    /// Restore the fields; leads to ``Event/ran(_:begunWork:)``.
    case offer
    /// End the submission's turn without a result.
    case giveUp
    /// Store the result; leads to ``Event/committed(_:begunEffects:)``.
    case commit(Ending)
  }

  /// The answer to the form.
  enum Reply: Hashable, Sendable {
    /// The result: go there. It's also the answer to repetitions, which wait for it.
    case result(Destination)
    /// The answer of the same submission before.
    case repetition(Destination)
    /// The form on a page that isn't kept, with the typed text.
    case formAlone
    /// The form has come with a cookie that is worthless now.
    case outdated
    /// The session would have more than the maximum.
    case tooLarge
    /// The store has failed. Waiting repetitions fail as well.
    case failure(begunEffects: Bool)
    /// The same submission, which was processed at the same time, has failed.
    case repeatedFailure
    /// The same submission of a script had begun effects before, and has failed.
    case pastFailure
  }
}
