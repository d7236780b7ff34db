import CairnSecurity

/// The steps from the request for a page to its response.
///
/// It's a state machine without side effects, like ``SubmissionFlow``. Only the last command of a list causes another
/// event.
struct PageFlow: Hashable, Sendable {
  /// The progress of the page.
  enum Phase: Hashable, Sendable {
    /// The request has arrived.
    case arrived
    /// The state of the session is being looked up.
    case checking
    /// A submission is giving the session another ID, or ending it. Or the session in memory may be old, and is being
    /// compared with the store.
    case waitingForRenewal
    /// The scene is being looked up in memory.
    case finding
    /// The scene is being looked up in the store. The value is the number of times that the scene has ended before its
    /// turn.
    case loading(Int)
    /// A scene was loaded, and the effects of its views are settling.
    case settling(Int)
    /// The page of the scene is being rendered.
    case showing(SubmissionFlow.Origin, Int)
    /// The session's values are being loaded, for the page of a location.
    case loadingValues
    /// The page of a location is being rendered in a temporary scene.
    case rendering
    /// The page is ready. It's sent if the browser still has the same session.
    case confirming
    /// The page was sent.
    case answered
  }

  private(set) var phase: Phase
  /// Whether the URL names a scene of the browser's session.
  let namesScene: Bool

  /// The maximum number of times that a scene can end before its turn.
  static let limit = 8

  init(namesScene: Bool, phase: Phase = .arrived) {
    self.namesScene = namesScene
    self.phase = phase
  }
}

extension PageFlow {
  /// An input of the state machine.
  enum Event: Hashable, Sendable {
    /// The request has arrived, from a browser with or without a session.
    case requested(hasSession: Bool)
    /// The session was looked up. It may be getting another ID, ending, or old.
    case session(isRenewing: Bool)
    /// The renewal or the comparison that the page was waiting for has ended.
    case renewalEnded
    /// The scene was looked up in memory.
    case found(Bool)
    case loaded(Loaded)
    /// Effects have settled or taken too long, or the scene has ended.
    case settled(hasEnded: Bool)
    case shown(Shown)
    /// The session's values were loaded, or the store has failed.
    case valuesLoaded(Bool)
    /// The page was rendered.
    case rendered
    /// The session was checked again. The value is whether the browser still has it.
    case confirmed(Bool)
  }

  /// The result of a lookup in the store.
  enum Loaded: Hashable, CaseIterable, Sendable {
    case failed
    /// The session was in the store, but was removed.
    case sessionGone
    case scene
    /// The store has no readable scene.
    case nothing
  }

  /// The result of a request for a scene's page.
  enum Shown: Hashable, CaseIterable, Sendable {
    /// The page was rendered.
    case page
    /// The user has moved the scene to another location. The page of the requested location can be rendered on a copy
    /// of the state.
    case copy
    /// The scene has no known state for the page, or it belongs to another application.
    case nothing
    /// The scene has ended.
    case ended
  }

  enum Command: Hashable, Sendable {
    /// Looks up the session. Causes ``Event/session(isRenewing:)``.
    case checkSession
    /// Looks up the session after this thread has released all locks. Causes ``Event/session(isRenewing:)``.
    case checkSessionLater
    /// Waits for the end of the renewal, or compares the session with the store. Causes ``Event/renewalEnded``.
    case awaitRenewal
    /// Looks for the scene in memory. Causes ``Event/found(_:)``.
    case find
    /// Looks for the scene in the store. Causes ``Event/loaded(_:)``.
    case load
    /// Lets views appear and effects settle. Causes ``Event/settled(hasEnded:)``.
    case settle
    /// Renders the page of the scene. Causes ``Event/shown(_:)``.
    case show
    /// Removes a session from memory that was removed from the store.
    case leaveSession
    /// Loads the session's values. Causes ``Event/valuesLoaded(_:)``.
    case loadValues
    /// Renders the page of the location. Causes ``Event/rendered``.
    case render
    /// Uses a page that reports a failure of the store.
    case makeFailure
    /// Checks whether the browser still has the session. Causes ``Event/confirmed(_:)``.
    case confirm
    /// Sends the page.
    case reply
    /// Reports an event that can't happen in the phase.
    case reportUnexpected
  }

  /// Changes the phase for an event, and returns the commands to carry out.
  mutating func step(_ event: Event) -> [Command] {
    switch (phase, event) {
    case (.arrived, .requested(hasSession: true)): enter(.checking, .checkSession)
    case (.arrived, .requested(hasSession: false)): enter(.loadingValues, .loadValues)
    case (.checking, .session(isRenewing: true)): enter(.waitingForRenewal, .awaitRenewal)
    case (.checking, .session(isRenewing: false)):
      namesScene ? enter(.finding, .find) : enter(.loadingValues, .loadValues)
    case (.waitingForRenewal, .renewalEnded): enter(.checking, .checkSession)
    case (.confirming, .confirmed(false)): enter(.checking, .checkSessionLater)
    case (.finding, .found(true)): enter(.showing(.memory, 0), .show)
    case (.finding, .found(false)), (.showing(.memory, _), .shown(.ended)):
      enter(.loading(0), .load)
    case (.loading, .loaded(.failed)), (.loadingValues, .valuesLoaded(false)):
      [.makeFailure] + enter(.confirming, .confirm)
    case (.loading, .loaded(.sessionGone)): [.leaveSession] + enter(.loadingValues, .loadValues)
    case (.loading, .loaded(.nothing)), (.showing, .shown(.nothing)):
      enter(.loadingValues, .loadValues)
    case (.loading(let count), .loaded(.scene)): enter(.settling(count), .settle)
    case (.settling(let count), .settled(hasEnded: false)): enter(.showing(.store, count), .show)
    case (.settling(let count), .settled(hasEnded: true)),
      (.showing(.store, let count), .shown(.ended)):
      count < Self.limit
        ? enter(.loading(count + 1), .load) : enter(.loadingValues, .loadValues)
    case (.showing, .shown(.copy)), (.loadingValues, .valuesLoaded(true)):
      enter(.rendering, .render)
    case (.showing, .shown(.page)), (.rendering, .rendered): enter(.confirming, .confirm)
    case (.confirming, .confirmed(true)): enter(.answered, .reply)
    default: [.reportUnexpected]
    }
  }

  private mutating func enter(_ phase: Phase, _ command: Command) -> [Command] {
    self.phase = phase
    return [command]
  }
}
