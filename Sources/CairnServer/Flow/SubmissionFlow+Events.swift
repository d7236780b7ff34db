extension SubmissionFlow {
  enum Event: Hashable, Sendable {
    case session(SessionState)
    /// The renewal or the comparison that the submission was waiting for has ended.
    case renewalEnded
    case claimed(Claim)
    /// The equal submission has ended.
    case duplicateEnded(DuplicateEnd)
    /// The scene was looked up in memory.
    case found(Bool)
    case loaded(Loaded)
    /// The scene was compared with the page.
    case dispatched(PostDispatch)
    /// The scene has ended before its turn.
    case sceneEnded
    /// A scene was created.
    case begun(PostDispatch)
    /// Another submission has created the scene at the same time.
    case nameTaken
    /// The layers above the page were dismissed.
    case dismissed(begunWork: Bool)
    /// Effects have settled, or have taken too long.
    case settled(isGone: Bool)
    /// The scene was compared with the page again.
    case arrived(Arrival)
    /// The operation on the scene has ended.
    case ran(Ending, begunWork: Bool)
    /// The submission can't be processed now, because the session is getting another ID.
    case interrupted
    case committed(Commit, begunEffects: Bool)
    /// The form that a guard has held was processed, or not.
    case continued(Continuation)
  }

  enum SessionState: Hashable, CaseIterable, Sendable {
    case open
    /// Another submission is giving the session another ID, or ending it.
    case renewing
    /// The session got another ID or ended after the page was made.
    case outdated
  }

  /// The result of looking up a submission in its session.
  enum Claim: Hashable, Sendable {
    /// The submission is new. From now on, it's being processed.
    case new
    /// The submission is older than the session's memory.
    case forgotten
    /// An equal submission is being processed.
    case duplicate
    /// The submission was already processed.
    case past(PastAnswer)
    /// The session has just ended.
    case ended
  }

  /// The result of an equal submission that was being processed.
  enum DuplicateEnd: Hashable, Sendable {
    case answered(Destination)
    case failed
    /// The submission wasn't processed, for example because the session got another ID.
    case abandoned
  }

  /// The result of a lookup in the store.
  enum Loaded: Hashable, Sendable {
    /// The store has failed.
    case failed
    /// The session has since got another ID or ended.
    case outdated
    /// The submission was already processed. Its response was a redirect to this URL.
    case answered(String)
    /// The submission was already processed, and gave the session another name. The response with the new cookie was
    /// lost.
    ///
    /// The store has no session with the name that the browser sent, and this server didn't know about the renewal.
    case renewed(Destination)
    /// The submission is older than the store's memory.
    case forgotten
    /// The scene was loaded.
    case scene
    /// The store has no readable scene.
    case nothing(Nothing)
  }

  /// The reason why the store has no readable scene.
  enum Nothing: Hashable, CaseIterable, Sendable {
    case unknown
    /// The scene exists, but can't be read. Its ID is therefore taken.
    case nameTaken
    /// The session was in the store, but was removed.
    case sessionGone
  }

  /// The comparison of a scene with the page, after the scene was brought to the page.
  struct Arrival: Hashable, Sendable {
    /// Whether the scene shows the page's layers.
    let isSame: Bool
    /// Whether the scene shows an alert or a dialog.
    let isAsking: Bool
    /// Whether the layers above the page asked the user, and weren't dismissed.
    let wasAsked: Bool
  }

  /// The result of storing.
  enum Commit: Hashable, Sendable {
    /// - Parameter continues: Whether a guard has held another form, which may be processed now.
    case stored(Destination, continues: Bool = false)
    /// The submission was already processed, perhaps by another server. Its response was a redirect to this URL.
    case answered(String)
    /// Another server has changed the scene or the session's values.
    case conflict
    /// The session has since got another ID or ended.
    case outdated
    /// The session would exceed its maximum size.
    case tooLarge
    case failed

    /// The result if a guard has held another form. If the session has ended, its scenes have ended, too.
    var continuing: Commit {
      guard case .stored(let destination, _) = self else { return self }
      if case .ended? = destination.next { return self }
      return .stored(destination, continues: true)
    }
  }

  /// The result of processing the form that a guard has held.
  enum Continuation: Hashable, CaseIterable, Sendable {
    /// The form wasn't processed.
    case nothing
    /// The form was processed, and effects may be working.
    case working
    case done
  }
}
