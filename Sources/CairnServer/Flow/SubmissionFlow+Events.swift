extension SubmissionFlow {
  enum Event: Hashable, Sendable {
    case session(SessionState)
    /// The renewal that it has waited for is over.
    case renewalEnded
    case claimed(Claim)
    /// The equal submission has ended.
    case twinEnded(TwinEnd)
    /// Whether the scene is in memory.
    case found(Bool)
    case loaded(Loaded)
    /// Where it lands on the scene.
    case landed(Landing)
    /// The scene has ended before its turn.
    case sceneEnded
    /// A scene was made.
    case begun(Landing)
    /// Another submission has made the scene at the same time.
    case nameTaken
    /// What was above the page is dismissed.
    case dismissed(begunWork: Bool)
    /// Effects have settled, or have taken too long.
    case settled(isGone: Bool)
    /// How the scene compares with the page.
    case arrived(Arrival)
    /// It has run.
    case ran(Ending, begunWork: Bool)
    /// It must not be processed at this moment, as the session is being given another ID.
    case interrupted
    case committed(Commit, begunEffects: Bool)
  }

  /// The state of a session.
  enum SessionState: Hashable, CaseIterable, Sendable {
    case open
    /// Another submission is giving it another ID, or ending it.
    case renewing
    /// It was given another ID, or was ended, after the page was made.
    case outdated
  }

  /// What a session knows of a submission.
  enum Claim: Hashable, Sendable {
    /// Nothing. It's being processed from here on.
    case new
    /// It is older than what the session remembers.
    case forgotten
    /// An equal one is being processed.
    case twin
    /// It was processed.
    case past(PastAnswer)
    /// The session has ended at this moment.
    case ended
  }

  /// How an equal submission has ended that was being processed.
  enum TwinEnd: Hashable, Sendable {
    case answered(Destination)
    case failed
    /// It wasn't processed, such as because the session was given another ID.
    case abandoned
  }

  /// What the store knows.
  enum Loaded: Hashable, Sendable {
    /// The store has failed.
    case failed
    /// The session was given another ID, or was ended, in the meantime.
    case outdated
    /// The submission was answered with this URL.
    case answered(String)
    /// The submission was answered with this name of the session, which has nothing under the name that the browser has sent. The
    /// answer was lost, and this server doesn't know of it.
    case renewed(Destination)
    /// The submission is older than what the store remembers.
    case forgotten
    /// The scene.
    case scene
    /// No scene that can be read.
    case nothing(Nothing)
  }

  /// What is known if there is no scene that can be read.
  enum Nothing: Hashable, CaseIterable, Sendable {
    case unknown
    /// There is one that can't be read, so that its name is taken.
    case nameTaken
    /// The session was in the store, and isn't there any more.
    case sessionGone
  }

  /// How a scene compares with the page after it was brought there.
  struct Arrival: Hashable, Sendable {
    /// Whether it shows the page's layers.
    let isSame: Bool
    /// Whether it shows an alert or a dialog.
    let isAsking: Bool
    /// Whether the layers above the page asked, and weren't dismissed.
    let wasAsked: Bool
  }

  /// What has become of a result that was to be stored.
  enum Commit: Hashable, Sendable {
    case stored(Destination)
    /// The submission was answered before with this URL, perhaps by another server.
    case answered(String)
    /// Another server has changed the scene or the session's values.
    case conflict
    /// The session was given another ID, or was ended, in the meantime.
    case outdated
    /// The session would have more than the maximum.
    case tooLarge
    case failed
  }
}
