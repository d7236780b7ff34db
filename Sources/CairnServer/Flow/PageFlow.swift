import CairnSecurity

/// How a page is made, from the request to the answer.
///
/// A state machine over values alone, like ``SubmissionFlow``. Only the last command of a list leads to another event.
struct PageFlow: Hashable, Sendable {
  /// How far the page is.
  enum Phase: Hashable, Sendable {
    /// The request has come.
    case arrived
    /// The state of the session is being looked up.
    case checking
    /// A submission is giving the session another ID, or ending it.
    case waitingForRenewal
    /// The scene is being looked up in memory.
    case finding
    /// The scene is being looked up in the store, after it has ended before its turn this many times.
    case loading(Int)
    /// A scene was loaded, and effects of its views settle.
    case settling(Int)
    /// The page of the scene is being made.
    case showing(SubmissionFlow.Origin, Int)
    /// The session's values are being loaded, for the page of a location.
    case loadingValues
    /// The page of a location is being made on a scene that isn't kept.
    case rendering
    /// The page is there. It is sent if the session is still the browser's.
    case confirming
    /// It was sent.
    case answered
  }

  private(set) var phase: Phase
  /// Whether the URL names a scene of the browser's.
  let namesScene: Bool

  /// The maximum number of times that a scene may end before its turn.
  static let limit = 8

  init(namesScene: Bool, phase: Phase = .arrived) {
    self.namesScene = namesScene
    self.phase = phase
  }
}

extension PageFlow {
  /// What has happened.
  enum Event: Hashable, Sendable {
    /// The request has come, from a browser that has a session or none.
    case requested(hasSession: Bool)
    /// Whether the session is being given another ID, or is ending.
    case session(isRenewing: Bool)
    /// The renewal that it has waited for is over.
    case renewalEnded
    /// Whether the scene is in memory.
    case found(Bool)
    case loaded(Loaded)
    /// Effects have settled, or have taken too long, or the scene has ended before.
    case settled(hasEnded: Bool)
    case shown(Shown)
    /// Whether the session's values are there, or else the store has failed.
    case valuesLoaded(Bool)
    /// The page is made.
    case rendered
    /// Whether the session is still the browser's.
    case confirmed(Bool)
  }

  /// What the store has.
  enum Loaded: Hashable, CaseIterable, Sendable {
    case failed
    /// The session was in the store, and isn't any more.
    case sessionGone
    case scene
    /// No scene that can be read.
    case nothing
  }

  /// What a scene has of a page.
  enum Shown: Hashable, CaseIterable, Sendable {
    /// The page.
    case page
    /// A state on which a page of the location can be made: the user went elsewhere with the scene.
    case copy
    /// Nothing that is known, or it belongs to another application.
    case nothing
    /// The scene has ended.
    case ended
  }

  enum Command: Hashable, Sendable {
    /// Leads to ``Event/session(isRenewing:)``.
    case checkSession
    /// Look the session up again, after this thread has let go of all locks; leads to ``Event/session(isRenewing:)``.
    case checkSessionLater
    /// Wait for the end of the renewal, and look the session up again; leads to ``Event/renewalEnded``.
    case awaitRenewal
    /// Look for the scene in memory; leads to ``Event/found(_:)``.
    case find
    /// Look for the scene in the store; leads to ``Event/loaded(_:)``.
    case load
    /// Let views appear and effects settle; leads to ``Event/settled(hasEnded:)``.
    case settle
    /// Make the page of the scene; leads to ``Event/shown(_:)``.
    case show
    /// Let go of a session that isn't in the store any more.
    case leaveSession
    /// Load the session's values; leads to ``Event/valuesLoaded(_:)``.
    case loadValues
    /// Make the page of the location; leads to ``Event/rendered``.
    case render
    /// Make the page that reports a failure of the store the page.
    case makeFailure
    /// Look whether the session is still the browser's; leads to ``Event/confirmed(_:)``.
    case confirm
    /// Send the page.
    case reply
    /// The event can't happen in the phase.
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
