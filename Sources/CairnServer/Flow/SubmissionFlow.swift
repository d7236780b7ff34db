import CairnSecurity

/// The steps from a form's arrival to its response.
///
/// It's a state machine without side effects, and has no access to locks, requests, stores, or scenes. Its runner
/// reports everything that happens as an ``Event``, and carries out the resulting ``Command``s. Only the last command
/// of a list causes another event.
struct SubmissionFlow: Hashable, Sendable {
  /// The progress of the submission.
  enum Phase: Hashable, Sendable {
    /// The state of its session is being looked up.
    case checking(Purpose)
    /// Another submission is giving the session another ID, or ending it.
    case waitingForRenewal(Purpose)
    /// It's being looked up among the submissions of its session.
    case claiming
    /// An equal submission is being processed. Its response is also the response to this one.
    case waitingForDuplicate
    /// Its scene is being looked up in memory.
    case finding(Attempt)
    /// Its scene is being looked up in the store, and also whether it was processed before.
    case loading(Attempt)
    /// The scene is being compared with the page.
    case dispatching(Attempt, Origin)
    /// A scene is being created. It may have the ID that's derived from the page, so that the user finds it after going
    /// back.
    case beginning(Attempt, isNamed: Bool)
    /// The layers above its page are being dismissed.
    case dismissing(Attempt)
    /// The scene is being brought to the page, and effects are settling.
    case bringing(Attempt, PostDispatch)
    /// The scene is being compared with the page again, after it was brought there.
    case arriving(Attempt, PostDispatch)
    /// Fields are being written, and the button's action is running.
    case running(Attempt)
    /// It isn't processed. The reason is being shown, or the fields are being restored.
    case declining(Attempt)
    /// It was processed, and effects are settling.
    case settling(Attempt, Ending)
    /// Its result is being stored.
    case committing(Attempt)
    /// Its result is stored. Now the form that a guard has held is being processed.
    case continuing(Continuing, Destination)
    /// It has its response.
    case answered
  }

  /// The progress of the form that a guard has held.
  enum Continuing: Hashable, CaseIterable, Sendable {
    /// Views appear behind the open guard.
    case opening
    case running
    /// The form was processed, and effects are settling.
    case settling
    case storing
  }

  /// The reason for looking up the state of the session.
  enum Purpose: Hashable, Sendable {
    /// To look the submission up among those in the session.
    case claim
    /// To process the submission.
    case process(Attempt)
  }

  /// The number of the attempt to process the submission.
  struct Attempt: Hashable, Sendable {
    /// How often another submission or another server has changed the data that the submission was processed with.
    var conflicts = 0
    /// How often the scene has ended before its turn, to make room for others. Earlier conflicts reset the number.
    var ends = 0

    static let first = Attempt()

    /// The maximum number of times that the scene can end before its turn.
    static let limit = 8

    /// The maximum number of conflicts after which the submission is processed again.
    ///
    /// If it has started effects, it's processed again only once, because effects can change other systems.
    static let conflictLimit = 4

    /// The next attempt after the scene has ended, or `nil` after too many attempts.
    var next: Attempt? { ends < Self.limit ? Attempt(conflicts: conflicts, ends: ends + 1) : nil }

    /// Returns the next attempt after a conflict, or `nil` after too many.
    func afterConflict(hasBegunEffects: Bool) -> Attempt? {
      conflicts < (hasBegunEffects ? 1 : Self.conflictLimit)
        ? Attempt(conflicts: conflicts + 1) : nil
    }

    var isAfterConflict: Bool { conflicts > 0 }
  }

  /// The place where a scene was found.
  enum Origin: Hashable, CaseIterable, Sendable { case memory, store }

  /// The result of a submission in its scene.
  enum Ending: Hashable, CaseIterable, Sendable {
    /// The form was processed, or its fields were restored.
    case done
    /// The form wasn't processed, because the scene shows something other than its page.
    case elsewhere
    /// The form wasn't processed, because the scene asks before the user leaves it.
    case asked
  }

  /// The age of the form's page.
  enum Age: Hashable, CaseIterable, Sendable {
    case known
    /// The page is so old that the form may have been processed before. The form isn't processed, because that might be
    /// the second time.
    case forgotten
  }

  /// The scene that the submission is for.
  enum Target: Hashable, CaseIterable, Sendable {
    /// The scene that its page shows.
    case own
    /// The scene that the page's first submission starts, because the page has none.
    case first
    /// Another scene, which continues from the page. The user has left the page in its own scene.
    case branch
  }

  private(set) var phase = Phase.checking(.claim)
  private(set) var age = Age.known
  private(set) var target: Target
  /// Whether the submission has started effects, which may have changed other systems.
  private(set) var hasBegunEffects = false

  init(_ target: Target) {
    self.target = target
  }

  /// Creates a submission in a certain phase, for tests.
  init(_ target: Target, age: Age = .known, phase: Phase) {
    self.target = target
    self.age = age
    self.phase = phase
  }
}

// MARK: - Rules

extension SubmissionFlow {
  /// Changes the phase for an event, and returns the commands to carry out.
  mutating func step(_ event: Event) -> [Command] {
    switch (phase, event) {
    case (.checking(let purpose), .session(let state)): return checked(state, for: purpose)
    case (.waitingForRenewal(let purpose), .renewalEnded): return check(purpose)
    case (.claiming, .claimed(let claim)): return claimed(claim)
    case (.waitingForDuplicate, .duplicateEnded(let end)): return duplicateEnded(end)
    case (.finding(let attempt), .found(let isInMemory)):
      return isInMemory ? dispatch(attempt, from: .memory) : load(attempt)
    case (.loading(let attempt), .loaded(let loaded)): return self.loaded(loaded, attempt)
    case (.dispatching(let attempt, _), .dispatched(let dispatch)):
      return dispatched(dispatch, attempt)
    case (.dispatching(let attempt, .memory), .sceneEnded): return load(attempt)
    case (.dispatching(let attempt, .store), .sceneEnded),
      (.beginning(let attempt, isNamed: true), .nameTaken):
      return again(attempt)
    case (.beginning(let attempt, _), .begun(.restored)): return decline(.restore, attempt)
    case (.beginning(let attempt, _), .begun(let dispatch)): return bring(dispatch, attempt)
    case (.dismissing(let attempt), .dismissed(let begunWork)):
      return bring(.back, attempt, waits: begunWork)
    case (.bringing(let attempt, .refused(let refusal)), .settled):
      return decline(.refuse(refusal), attempt)
    case (.bringing(let attempt, _), .settled(isGone: true)): return againLater(attempt)
    case (.bringing(let attempt, let dispatch), .settled):
      phase = .arriving(attempt, dispatch)
      return [.scene(.arrive)]
    case (.arriving(let attempt, let dispatch), .arrived(let arrival)):
      return arrived(dispatch.arrived(arrival), attempt)
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
    case (.continuing(let progress, let destination), _):
      return continued(progress, destination, event)
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
    case .duplicate:
      phase = .waitingForDuplicate
      return []
    case .past(.url(let url)): return answer(.repetition(Destination(url: url)))
    case .past(.begun): return answer(.pastFailure)
    case .ended: return answer(.formAlone)
    }
  }

  private mutating func duplicateEnded(_ end: DuplicateEnd) -> [Command] {
    switch end {
    case .answered(let destination): return answer(.repetition(destination))
    case .failed: return answer(.repeatedFailure)
    case .abandoned:
      phase = .checking(.claim)
      return [.checkSessionLater(.claim)]
    }
  }

  /// Continues with a form that may have been processed.
  private mutating func forget(after command: Command? = nil) -> [Command] {
    // Another server's clock can be ahead. The form may then be too old even as a different submission.
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
    case .renewed(let destination): return answer(.result(destination), after: .leaveSession)
    case .forgotten: return forget(after: .abandon)
    case .scene: return dispatch(attempt, from: .store)
    // Another server has removed the session, so the contents of this server's memory can't be stored.
    case .nothing(.sessionGone) where attempt.isAfterConflict:
      return [.abandon] + answer(.outdated, after: .leaveSession)
    case .nothing(let nothing):
      let isNamed = nothing != .nameTaken && !attempt.isAfterConflict
      switch (target, age) {
      case (.first, .known): return begin(.created, attempt, isNamed: isNamed)
      case (.branch, .known): return begin(.branched, attempt, isNamed: isNamed)
      case (.own, _), (_, .forgotten): return begin(.restored(.onNewScene), attempt)
      }
    }
  }

  private mutating func dispatch(_ attempt: Attempt, from origin: Origin) -> [Command] {
    phase = .dispatching(attempt, origin)
    return [.scene(.dispatch)]
  }

  private mutating func dispatched(_ dispatch: PostDispatch, _ attempt: Attempt) -> [Command] {
    switch dispatch {
    case .current: return run(attempt)
    case .back:
      phase = .dismissing(attempt)
      return [.scene(.dismiss)]
    case .refused(.movedOn): return bring(dispatch, attempt)
    case .refused(let refusal): return decline(.refuse(refusal), attempt)
    case .restored(.onItsScene): return decline(.restore, attempt)
    case .restored(.onNewScene), .created: return begin(dispatch, attempt)
    // The user has left the page in the new scene too.
    case .branched where target != .own: return begin(.branched, attempt)
    case .branched:
      target = .branch
      return check(.process(attempt))
    }
  }

  private mutating func begin(
    _ dispatch: PostDispatch, _ attempt: Attempt, isNamed: Bool = false
  ) -> [Command] {
    phase = .beginning(attempt, isNamed: isNamed)
    return [.begin(dispatch, isNamed: isNamed)]
  }

  private mutating func bring(
    _ dispatch: PostDispatch, _ attempt: Attempt, waits: Bool = true
  ) -> [Command] {
    phase = .bringing(attempt, dispatch)
    return [.scene(.settle(waits: waits))]
  }

  private mutating func arrived(_ dispatch: PostDispatch, _ attempt: Attempt) -> [Command] {
    switch dispatch {
    case .current: run(attempt)
    case .refused(let refusal): decline(.refuse(refusal), attempt)
    case .created, .back, .branched, .restored: decline(.restore, attempt)
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
    guard let next = attempt.next else { return begin(.restored(.onNewScene), attempt) }
    return check(.process(next))
  }

  /// Tries again as soon as the lock of the removed scene is free.
  private mutating func againLater(_ attempt: Attempt) -> [Command] {
    guard let next = attempt.next else {
      return [.takeBackValues] + begin(.restored(.onNewScene), attempt)
    }
    phase = .checking(.process(next))
    return [.takeBackValues, .checkSessionLater(.process(next))]
  }

  private mutating func committed(_ commit: Commit, _ attempt: Attempt) -> [Command] {
    let next = attempt.afterConflict(hasBegunEffects: hasBegunEffects)
    switch commit {
    case .stored(let destination, continues: false): return answer(.result(destination))
    case .stored(let destination, continues: true):
      phase = .continuing(.opening, destination)
      return [.sceneLater(.settle(waits: true))]
    case .answered(let url): return answer(.result(Destination(url: url)), after: .drop)
    case .conflict where next == nil, .failed:
      return answer(.failure(begunEffects: hasBegunEffects), after: .drop)
    case .conflict, .outdated:
      let purpose = Purpose.process(next ?? attempt)
      phase = .checking(purpose)
      return [.drop, .checkSessionLater(purpose)]
    case .tooLarge: return [.drop] + answer(.tooLarge, after: .abandon)
    }
  }

  /// Continues with the form that a guard has held. If that fails, the submission itself still has its result.
  private mutating func continued(
    _ progress: Continuing, _ destination: Destination, _ event: Event
  ) -> [Command] {
    switch (progress, event) {
    case (.opening, .settled(isGone: true)), (.running, .continued(.nothing)):
      return answer(.result(destination))
    case (.opening, .settled(isGone: false)):
      phase = .continuing(.running, destination)
      return [.scene(.continueForm)]
    case (.running, .continued(.working)):
      phase = .continuing(.settling, destination)
      return [.scene(.settle(waits: true))]
    case (.running, .continued(.done)), (.settling, .settled):
      phase = .continuing(.storing, destination)
      return [.scene(.commit(.elsewhere))]
    case (.storing, .committed(.stored(var next, _), _)):
      next.next = next.next ?? destination.next
      next.allowsPatch = false
      return answer(.result(next))
    case (.storing, .committed): return answer(.result(destination), after: .drop)
    default: return [.reportUnexpected]
    }
  }

  private mutating func answer(_ reply: Reply, after command: Command? = nil) -> [Command] {
    phase = .answered
    return [command, .reply(reply)].compactMap(\.self)
  }
}
