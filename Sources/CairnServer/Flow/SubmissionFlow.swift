/// How a form is processed, from its arrival to its answer.
///
/// A state machine over values alone: it knows no lock, request, store, or scene. Its runner reports what has happened
/// as an ``Event`` and carries out the ``Command``s that follow. Only the last command of a list leads to another event.
struct SubmissionFlow: Hashable, Sendable {
  /// How far the submission is.
  enum Phase: Hashable, Sendable {
    /// The state of its session is being looked up.
    case checking(Purpose)
    /// Another submission is giving the session another ID, or ending it.
    case waitingForRenewal(Purpose)
    /// It is being looked up among the submissions of its session.
    case claiming
    /// An equal submission is being processed, and its answer is the answer to both.
    case waitingForTwin
    /// Its scene is being looked up in memory.
    case finding(Attempt)
    /// Its scene, and whether it was processed before, are being looked up in the store.
    case loading(Attempt)
    /// The scene is being compared with the page.
    case landing(Attempt, Origin)
    /// A scene is being made for it, which may have the name that Back to the page finds.
    case beginning(Attempt, isNamed: Bool)
    /// What is above its page is being dismissed.
    case dismissing(Attempt)
    /// The scene is being brought to its page, and effects settle.
    case bringing(Attempt, Landing)
    /// The scene is being compared with the page after it was brought there.
    case arriving(Attempt, Landing)
    /// Fields are being written, and a button is being pressed.
    case running(Attempt)
    /// It isn't processed: that is being explained, or its fields are being restored.
    case declining(Attempt)
    /// It has run, and effects settle.
    case settling(Attempt, Ending)
    /// Its result is being stored.
    case committing(Attempt)
    /// It has its answer.
    case answered
  }

  /// What the state of the session is looked up for.
  enum Purpose: Hashable, Sendable {
    /// Looking the submission up among those of the session.
    case claim
    /// Processing it.
    case process(Attempt)
  }

  /// Which attempt to process the submission it is.
  enum Attempt: Hashable, Sendable {
    case first
    /// Its scene has ended before its turn, to make room for others, this many times.
    case again(Int)
    /// Another server had changed what it was processed with. Since then, its scene has ended this many times.
    case afterConflict(Int)

    /// The maximum number of times that its scene may end before its turn.
    static let limit = 8

    /// The next attempt after the scene has ended; `nil` after too many.
    var next: Attempt? {
      switch self {
      case .first: .again(1)
      case .again(let count): count < Self.limit ? .again(count + 1) : nil
      case .afterConflict(let count): count < Self.limit ? .afterConflict(count + 1) : nil
      }
    }

    var isAfterConflict: Bool {
      if case .afterConflict = self { true } else { false }
    }
  }

  /// Where a scene was found.
  enum Origin: Hashable, CaseIterable, Sendable { case memory, store }

  /// How a submission has ended on its scene.
  enum Ending: Hashable, CaseIterable, Sendable {
    /// It was processed, or its fields were restored.
    case done
    /// It wasn't processed, as the scene shows something other than its page.
    case elsewhere
    /// It wasn't processed, as the scene asks before it is left.
    case asked
  }

  /// How old the page of the form is.
  enum Age: Hashable, CaseIterable, Sendable {
    case known
    /// So old that the form may have been processed before. It isn't processed, as that could be the second time.
    case forgotten
  }

  /// Which scene the submission is for.
  enum Target: Hashable, CaseIterable, Sendable {
    /// The one that its page shows.
    case own
    /// The one that the page's first submission begins: the page has none.
    case first
    /// Another one, as the user has left the page with its own: it continues from the page.
    case fork
  }

  private(set) var phase = Phase.checking(.claim)
  private(set) var age = Age.known
  private(set) var target: Target
  /// Whether it has begun effects, which may have changed other systems.
  private(set) var hasBegunEffects = false

  init(_ target: Target) {
    self.target = target
  }

  /// A submission that is at a phase, for tests.
  init(_ target: Target, age: Age = .known, phase: Phase) {
    self.target = target
    self.age = age
    self.phase = phase
  }
}

// MARK: - What happens

extension SubmissionFlow {
  enum Event: Hashable, Sendable {
    case session(SessionState)
    /// The renewal that it has waited for is over.
    case renewalEnded
    case claimed(Claim)
    /// The equal submission was answered with this URL; or else it has failed.
    case twinAnswered(Destination?)
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

  /// What the store knows.
  enum Loaded: Hashable, Sendable {
    /// The store has failed.
    case failed
    /// The session was given another ID, or was ended, in the meantime.
    case outdated
    /// The submission was answered with this URL.
    case answered(String)
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

// MARK: - What follows

extension SubmissionFlow {
  enum Command: Hashable, Sendable {
    /// Look up the state of the session; leads to ``Event/session(_:)``.
    case checkSession(Purpose)
    /// Do that on another thread, when this one has let go of all locks.
    case checkSessionLater(Purpose)
    /// Wait for the end of the renewal; leads to ``Event/renewalEnded``.
    case awaitRenewal
    /// Look the submission up in its session; leads to ``Event/claimed(_:)``, and for a twin to
    /// ``Event/twinAnswered(_:)`` as well.
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
    /// Let go of a scene that isn't what is stored.
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
    /// Dismiss what is above the page; leads to ``Event/dismissed(begunWork:)``.
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

// MARK: - The rules

extension SubmissionFlow {
  /// Takes in what has happened, and returns what follows.
  mutating func step(_ event: Event) -> [Command] {
    switch (phase, event) {
    case (.checking(let purpose), .session(let state)): return checked(state, for: purpose)
    case (.waitingForRenewal(let purpose), .renewalEnded): return check(purpose)
    case (.claiming, .claimed(let claim)): return claimed(claim)
    case (.waitingForTwin, .twinAnswered(let destination)):
      return answer(destination.map { .repetition($0) } ?? .repeatedFailure)
    case (.finding(let attempt), .found(let isInMemory)):
      return isInMemory ? land(attempt, from: .memory) : load(attempt)
    case (.loading(let attempt), .loaded(let loaded)): return self.loaded(loaded, attempt)
    case (.landing(let attempt, _), .landed(let landing)): return landed(landing, attempt)
    case (.landing(let attempt, .memory), .sceneEnded): return load(attempt)
    case (.landing(let attempt, .store), .sceneEnded),
      (.beginning(let attempt, isNamed: true), .nameTaken):
      return again(attempt)
    case (.beginning(let attempt, _), .begun(.offered)): return decline(.offer, attempt)
    case (.beginning(let attempt, _), .begun(let landing)): return bring(landing, attempt)
    case (.dismissing(let attempt), .dismissed(let begunWork)):
      return bring(.back, attempt, waits: begunWork)
    case (.bringing(let attempt, .refused(let refusal)), .settled):
      return decline(.refuse(refusal), attempt)
    case (.bringing(let attempt, _), .settled(isGone: true)): return againLater(attempt)
    case (.bringing(let attempt, let landing), .settled):
      phase = .arriving(attempt, landing)
      return [.scene(.arrive)]
    case (.arriving(let attempt, let landing), .arrived(let arrival)):
      return arrived(landing.arrived(arrival), attempt)
    case (.running(let attempt), .interrupted):
      phase = .checking(.process(attempt))
      return [.scene(.giveUp), .checkSessionLater(.process(attempt))]
    case (.running(let attempt), .ran(let ending, begunWork: true)):
      phase = .settling(attempt, ending)
      return [.scene(.settle(waits: true))]
    case (.running(let attempt), .ran(let ending, begunWork: false)),
      (.declining(let attempt), .ran(let ending, begunWork: false)),
      (.settling(let attempt, let ending), .settled):
      phase = .committing(attempt)
      return [.scene(.commit(ending))]
    case (.committing(let attempt), .committed(let commit, let begunEffects)):
      hasBegunEffects = hasBegunEffects || begunEffects
      return committed(commit, attempt)
    default: return [.reportUnexpected]
    }
  }

  private mutating func check(_ purpose: Purpose) -> [Command] {
    phase = .checking(purpose)
    return [.checkSession(purpose)]
  }

  private mutating func checked(_ state: SessionState, for purpose: Purpose) -> [Command] {
    switch (state, purpose) {
    case (.renewing, _):
      phase = .waitingForRenewal(purpose)
      return [.awaitRenewal]
    case (.outdated, .claim): return answer(.outdated)
    case (.outdated, .process): return answer(.outdated, after: .abandon)
    case (.open, .claim):
      phase = .claiming
      return [.claim]
    case (.open, .process(let attempt)):
      phase = .finding(attempt)
      return [.find]
    }
  }

  private mutating func claimed(_ claim: Claim) -> [Command] {
    switch claim {
    case .new: return check(.process(.first))
    case .forgotten: return forget()
    case .twin:
      phase = .waitingForTwin
      return []
    case .past(.url(let url)): return answer(.repetition(Destination(url: url)))
    case .past(.begun): return answer(.pastFailure)
    case .ended: return answer(.formAlone)
    }
  }

  /// Continues with a form that may have been processed.
  private mutating func forget(after command: Command? = nil) -> [Command] {
    // By another server's clock, it may be too old even as another submission.
    guard age == .known else { return answer(.formAlone, after: command) }
    age = .forgotten
    return [command, .forget].compactMap(\.self) + check(.claim)
  }

  private mutating func load(_ attempt: Attempt) -> [Command] {
    phase = .loading(attempt)
    return [.load]
  }

  private mutating func loaded(_ loaded: Loaded, _ attempt: Attempt) -> [Command] {
    switch loaded {
    case .failed: return answer(.failure(begunEffects: hasBegunEffects))
    case .outdated: return answer(.outdated, after: .abandon)
    case .answered(let url): return answer(.result(Destination(url: url)))
    case .forgotten: return forget(after: .abandon)
    case .scene: return land(attempt, from: .store)
    // Another server has removed the session: nothing of what is in memory here can be stored.
    case .nothing(.sessionGone) where attempt.isAfterConflict:
      return [.abandon] + answer(.outdated, after: .leaveSession)
    case .nothing(let nothing):
      let isNamed = nothing != .nameTaken && !attempt.isAfterConflict
      switch (target, age) {
      case (.first, .known): return begin(.born, attempt, isNamed: isNamed)
      case (.fork, .known): return begin(.forked, attempt, isNamed: isNamed)
      case (.own, _), (_, .forgotten): return begin(.offered(.onNewScene), attempt)
      }
    }
  }

  private mutating func land(_ attempt: Attempt, from origin: Origin) -> [Command] {
    phase = .landing(attempt, origin)
    return [.scene(.land)]
  }

  private mutating func landed(_ landing: Landing, _ attempt: Attempt) -> [Command] {
    switch landing {
    case .current: return run(attempt)
    case .back:
      phase = .dismissing(attempt)
      return [.scene(.dismiss)]
    case .refused(.movedOn): return bring(landing, attempt)
    case .refused(let refusal): return decline(.refuse(refusal), attempt)
    case .offered(.onItsScene): return decline(.offer, attempt)
    case .offered(.onNewScene), .born: return begin(landing, attempt)
    // The user has left the page with that scene, too.
    case .forked where target != .own: return begin(.forked, attempt)
    case .forked:
      target = .fork
      return check(.process(attempt))
    }
  }

  private mutating func begin(
    _ landing: Landing, _ attempt: Attempt, isNamed: Bool = false
  ) -> [Command] {
    phase = .beginning(attempt, isNamed: isNamed)
    return [.begin(landing, isNamed: isNamed)]
  }

  private mutating func bring(
    _ landing: Landing, _ attempt: Attempt, waits: Bool = true
  ) -> [Command] {
    phase = .bringing(attempt, landing)
    return [.scene(.settle(waits: waits))]
  }

  private mutating func arrived(_ landing: Landing, _ attempt: Attempt) -> [Command] {
    switch landing {
    case .current: run(attempt)
    case .refused(let refusal): decline(.refuse(refusal), attempt)
    case .born, .back, .forked, .offered: decline(.offer, attempt)
    }
  }

  private mutating func run(_ attempt: Attempt) -> [Command] {
    phase = .running(attempt)
    return [.scene(.run)]
  }

  private mutating func decline(_ command: SceneCommand, _ attempt: Attempt) -> [Command] {
    phase = .declining(attempt)
    return [.scene(command)]
  }

  private mutating func again(_ attempt: Attempt) -> [Command] {
    guard let next = attempt.next else { return begin(.offered(.onNewScene), attempt) }
    return check(.process(next))
  }

  /// Tries again once the lock of the scene, which is gone, is free.
  private mutating func againLater(_ attempt: Attempt) -> [Command] {
    guard let next = attempt.next else {
      return [.takeBackValues] + begin(.offered(.onNewScene), attempt)
    }
    phase = .checking(.process(next))
    return [.takeBackValues, .checkSessionLater(.process(next))]
  }

  private mutating func committed(_ commit: Commit, _ attempt: Attempt) -> [Command] {
    switch commit {
    case .stored(let destination): return answer(.result(destination))
    case .answered(let url): return answer(.result(Destination(url: url)), after: .drop)
    case .conflict where attempt.isAfterConflict, .failed:
      return answer(.failure(begunEffects: hasBegunEffects), after: .drop)
    case .conflict, .outdated:
      let purpose = Purpose.process(.afterConflict(0))
      phase = .checking(purpose)
      return [.drop, .checkSessionLater(purpose)]
    case .tooLarge: return [.drop] + answer(.tooLarge, after: .abandon)
    }
  }

  private mutating func answer(_ reply: Reply, after command: Command? = nil) -> [Command] {
    phase = .answered
    return [command, .reply(reply)].compactMap(\.self)
  }
}
