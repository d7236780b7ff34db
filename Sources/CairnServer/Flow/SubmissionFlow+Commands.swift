extension SubmissionFlow {
  enum Command: Hashable, Sendable {
    /// Looks up the state of the session. Causes ``Event/session(_:)``.
    case checkSession(Purpose)
    /// Looks up the state of the session on another thread, after this one has released all locks.
    case checkSessionLater(Purpose)
    /// Waits for the end of the renewal, or compares the session with the store. Causes ``Event/renewalEnded``.
    case awaitRenewal
    /// Looks the submission up in its session. Causes ``Event/claimed(_:)``. For a duplicate, this also causes
    /// ``Event/duplicateEnded(_:)``.
    case claim
    /// Makes the form a different submission, which isn't processed and can be repeated.
    case forget
    /// Looks for the scene in memory. Causes ``Event/found(_:)``.
    case find
    /// Looks for the scene in the store. Causes ``Event/loaded(_:)``.
    case load
    /// Creates a scene. Causes ``Event/begun(_:)`` or ``Event/nameTaken``.
    /// - Parameter isNamed: Whether the scene has the ID that's derived from the page. The user then finds the scene
    ///   after going back to the page.
    case begin(PostDispatch, isNamed: Bool)
    /// Does something with the scene.
    case scene(SceneCommand)
    /// Does something with the scene on another thread, after this one has released all locks.
    case sceneLater(SceneCommand)
    /// Removes a scene from memory that differs from the stored one.
    case drop
    /// Restores the session's values that the scene has changed.
    case takeBackValues
    /// Removes a session from memory that was removed from the store.
    case leaveSession
    /// Gives up the claim. The submission hasn't changed anything, so a repetition is processed.
    case abandon
    case reply(Reply)
    /// Reports an event that can't happen in the phase.
    case reportUnexpected
  }

  /// An operation on a scene while it's locked.
  enum SceneCommand: Hashable, Sendable {
    /// Compares the scene with the page. Causes ``Event/dispatched(_:)`` or ``Event/sceneEnded``.
    case dispatch
    /// Dismisses the layers above the page. Causes ``Event/dismissed(begunWork:)``.
    case dismiss
    /// Lets views appear and effects settle. Causes ``Event/settled(isGone:)``.
    case settle(waits: Bool)
    /// Compares the scene with the page again. Causes ``Event/arrived(_:)``.
    case arrive
    /// Writes the fields and runs the button's action. Causes ``Event/ran(_:begunWork:)`` or ``Event/interrupted``.
    case run
    /// Explains why the form isn't processed. Causes ``Event/ran(_:begunWork:)``.
    case refuse(PostDispatch.Refusal)
    /// Restores the fields. Causes ``Event/ran(_:begunWork:)``.
    case restore
    /// Ends the submission's turn without a result.
    case giveUp
    /// Stores the result. Causes ``Event/committed(_:begunEffects:)``.
    case commit(Ending)
    /// Processes the form that a guard has held. Causes ``Event/continued(_:)``.
    case continueForm
  }

  /// A response to the form.
  enum Reply: Hashable, Sendable {
    /// The destination of the processed form. It's also the response to repetitions, which wait for it.
    case result(Destination)
    /// The earlier response to the same submission.
    case repetition(Destination)
    /// The form on a temporary page, with the typed text.
    case formAlone
    /// The form arrived with a cookie that's no longer valid.
    case outdated
    /// The session would exceed its maximum size.
    case tooLarge
    /// The store has failed. Waiting repetitions fail too.
    case failure(begunEffects: Bool)
    /// An equal submission, which was processed at the same time, has failed.
    case repeatedFailure
    /// An equal submission from a script was processed before. It started effects, and has failed.
    case pastFailure
  }
}
