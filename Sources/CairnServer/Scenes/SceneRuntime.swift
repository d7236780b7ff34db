import CairnApplications
import CairnDependencies
import CairnFeatures
import CairnRecorder
import CairnReducers
import CairnScreens
import CairnSecurity
import CairnViews

/// What a scene is while it's in memory: what is stored of it, the submission that is being worked on, and what its
/// browser shows.
final class SceneRuntime {
  let mount: Mount
  let mark: String?
  let isolation: SceneIsolation
  let page: ScenePage
  let session: SceneSession?
  let record: SceneRecord?
  /// Records what happens; `nil` if that isn't wanted.
  let recorder: SceneRecorder?
  /// The scene that shows the moment of the recording that was requested last.
  var stopped: (number: Int, scene: LiveScene)?
  /// Called under the lock with what happens by itself; `nil` when the scene has ended.
  var onEvent: ((SceneEvent, borrowing SceneAccess) -> Void)?

  /// All that is stored of the scene.
  var durable: SceneSnapshot
  /// What was handed to the store last.
  private var handedIn: SceneSnapshot?
  /// The submission that is being worked on.
  private(set) var turn: Turn?
  /// The span of the request for which the application's code runs; `nil` if there is none.
  var trace: RequestTrace?
  /// What the browser shows.
  var browser = BrowserView()
  private var appearances = SceneAppearances()
  /// The messages of effects that ran before the scene was loaded or copied, until users have seen them.
  var interrupted: [String] = []
  /// When a part of the state was lost as the scene was loaded: what the fields of pages from before (see
  /// ``IssueClock``) showed may have been only there.
  private(set) var reducedSince: UInt64?
  /// What the last evaluation of the view has found, until the state changes or the scene is unlocked.
  private var evaluation: Evaluation?
  /// What the browser will show, if nothing else changes until the scene is unlocked.
  private(set) var prepared: PreparedPatch?
  /// How often the scene was unlocked.
  private var unlocks = 0
  private lazy var executor = SceneExecutor(isolation)

  /// How often views may appear because of what others did when they appeared.
  private static let appearanceLimit = 8

  init(
    _ page: ScenePage, mount: Mount, mark: String?, isolation: SceneIsolation,
    session: SceneSession?, record: SceneRecord?, recorder: SceneRecorder?,
    onEvent: @escaping (SceneEvent, borrowing SceneAccess) -> Void
  ) {
    self.page = page
    self.mount = mount
    self.mark = mark
    self.isolation = isolation
    self.session = session
    self.record = record
    self.recorder = recorder
    self.onEvent = onEvent
    durable = SceneSnapshot(mount: mount.prefix.path, location: "/")
  }

  /// Continues from a snapshot: from as much of its state as can still be read, or else from its location.
  func resume(_ snapshot: SceneSnapshot) {
    durable = snapshot
    durable.mount = mount.prefix.path
    if page.coder == nil { durable.history = SceneHistory() }
    let decoded = snapshot.state?.bytes.flatMap { page.coder?.decode($0) }
    if let decoded { restore(decoded.state) }
    if decoded?.isWhole != true {
      if page.snapshot() != nil { reducedSince = IssueClock.next() }
      if let location = Location(url: snapshot.location) { _ = open(location) }
    }
    interrupted = snapshot.interruptions
    sayInterruptions()
    // All of that would follow from the stored snapshot again.
    handedIn = durable
  }

  func end() {
    onEvent = nil
    isolation.end()
    appearances.cancel()
    page.cancelEffects()
    session?.giveUp()
  }

  /// Whether it has ended, or has something that wasn't stored and won't be.
  var isGone: Bool { isolation.isEnded || record?.isLost == true }

  // MARK: The page

  /// Where the scene is, from the root of the server.
  var location: Location { page.location().prefixed(by: mount.prefix) }

  /// The URL of the page that shows the scene as it is now.
  func url(showing summary: PageSummary) -> String {
    SceneMark.url(
      of: location, scene: mark, alert: summary.isPresentingEphemeral ? durable.revision : nil)
  }

  /// Does what a control of the page does.
  /// - Parameter secret: The text that is written to what a secure field is bound to.
  func handle<Result>(secret: String? = nil, _ body: () -> Result) -> Result {
    // It may change something else than a store.
    defer { forgetEvaluation() }
    if let secret { page.protect(FieldCheck.singleLine(secret)) }
    return trace.run(.action) { recorder?.handling(isSecret: secret != nil, body) ?? body() }
  }

  // MARK: Evaluating

  /// What an evaluation of the view has found.
  fileprivate struct Evaluation {
    /// How many actions the stores had processed.
    let actions: Int
    let wanted: Set<UInt64>
    let summary: PageSummary
    /// The handlers of the wanted controls; `nil` if the view was rendered instead.
    let collected: Collected?
  }

  /// Finds the handlers of some controls, and what is shown. The view is evaluated if the state has changed, or if others
  /// were wanted the last time.
  func collect(_ wanted: Set<UInt64> = []) -> Collected {
    if let evaluation, evaluation.actions == isolation.actions,
      wanted.isSubset(of: evaluation.wanted), let collected = evaluation.collected
    {
      return collected
    }
    let collected = page.collect(wanted)
    evaluation = Evaluation(
      actions: isolation.actions, wanted: wanted, summary: collected.summary, collected: collected)
    return collected
  }

  /// What is shown.
  private var summary: PageSummary {
    if let evaluation, evaluation.actions == isolation.actions { return evaluation.summary }
    return collect().summary
  }

  /// Renders the page for the browser before it's known whether views appear. Until something changes, the summary of the
  /// rendered page saves another evaluation.
  func prepare(_ render: () -> PreparedPatch) {
    _ = follow()
    let patch = render()
    prepared = patch
    evaluation = Evaluation(
      actions: isolation.actions, wanted: [], summary: patch.summary, collected: nil)
  }

  /// Forgets what the last evaluation has found: the view may depend on something else.
  func forgetEvaluation() {
    evaluation = nil
    prepared = nil
  }

  /// What the last evaluation has found, kept while the scene is unlocked for effects to settle.
  struct KeptEvaluation {
    fileprivate let evaluation: Evaluation?
    fileprivate let prepared: PreparedPatch?
    fileprivate let unlocks: Int
    fileprivate let valueChanges: Int?
  }

  /// Keeps what the last evaluation has found until the scene is locked again.
  func keepEvaluation() -> KeptEvaluation {
    KeptEvaluation(
      evaluation: evaluation, prepared: prepared, unlocks: unlocks,
      valueChanges: record?.values.changes)
  }

  /// Uses a kept evaluation again, if nobody else has used the scene in the meantime.
  func restore(_ kept: KeptEvaluation) {
    guard kept.unlocks + 1 == unlocks, kept.valueChanges == record?.values.changes,
      kept.evaluation?.actions == isolation.actions
    else { return }
    (evaluation, prepared) = (kept.evaluation, kept.prepared)
  }

  /// Notes that the scene is unlocked: what the view depends on may be changed by others from here on.
  func unlocked() {
    unlocks += 1
    forgetEvaluation()
  }

  /// Opens a location.
  func open(_ location: Location) -> OpenedLocation {
    defer { forgetEvaluation() }
    return page.open(location)
  }

  /// Makes a state of the same application the scene's.
  func restore(_ state: Any) {
    page.restore(state)
    forgetEvaluation()
  }

  /// Does what follows from the state before views appear; returns whether anything was done.
  private func follow() -> Bool {
    let hasFollowed = page.update()
    if hasFollowed { forgetEvaluation() }
    return hasFollowed
  }

  /// About how many bytes are known of the page that its browser shows.
  var pageSize: Int { (browser.shown?.size ?? 0) + (page.memory?.size ?? 0) }

  // MARK: Turns

  /// Begins a submission: what is done from here on is a moment of its own in the history, and each of its actions has a
  /// key that it has again if the submission is repeated.
  /// - Parameter isBack: Whether it begins with what Back has left. How many actions that takes depends on the time, so
  ///   those of the submission itself are counted separately.
  func beginTurn(of submission: Submission, isBack: Bool = false) {
    if submission != turn?.submission {
      session?.beginTurn(of: submission)
      if durable.turn == 0 { note(isByEffect: false) }
      durable.turn += 1
      turn = Turn(
        submission, begunBefore: isolation.begunWork, valuesEpoch: record?.values.epoch)
    }
    turn?.restart(isBack: isBack)
    setActionKey()
  }

  /// Ends a submission: what happens now happens by itself.
  /// - Returns: The submission's turn; `nil` if it hasn't run anything.
  func endTurn() -> Turn? {
    defer {
      turn = nil
      trace = nil
    }
    if turn != nil { page.setActionKey(nil) }
    return turn
  }

  private func setActionKey() {
    if let turn { page.setActionKey(turn.actionKey) }
  }

  /// Notes that the stores are used for another thread, or no longer: the submission's keys are for its own actions, which
  /// must be the same if it is repeated.
  func lend(_ isLent: Bool) {
    if isLent { page.setActionKey(nil) } else { setActionKey() }
  }

  func actionProcessed() {
    // A reducer has used the navigator: the result of both is noted when its action is processed.
    guard !page.isReducing else { return }
    recorder?.noteChange()
    durable.revision += 1
    if !isolation.isForBorrower {
      turn?.countAction()
      setActionKey()
    }
    note(isByEffect: isolation.isChangedByEffect)
  }

  private func note(isByEffect: Bool) {
    guard let state = page.snapshot() else { return }
    durable.interruptions = page.interruptions()
    durable.history.note(
      SceneHistory.Moment(
        revision: durable.revision, turn: durable.turn, isByEffect: isByEffect,
        state: RememberedState(state), interruptions: durable.interruptions))
  }

  // MARK: Storing

  /// Notes which effects run; returns whether what is stored of them has changed.
  func noteInterruptions() -> Bool {
    guard !durable.interruptions.isEmpty, page.interruptions() != durable.interruptions else {
      return false
    }
    durable.interruptions = page.interruptions()
    return true
  }

  /// Whether the store has been handed everything.
  var isHandedIn: Bool { handedIn == durable }

  /// The snapshot to be handed to the store, with the number of bytes of states that are kept in memory alone.
  /// - Parameter isStateless: Whether it has no state: if states can't be encoded, a scene is its location.
  /// - Throws: What the `Codable` conformance of the state throws.
  func handIn(isStateless: Bool = false) throws -> (payload: [UInt8], sizeAside: Int) {
    durable.location = page.location().url
    durable.interruptions = page.interruptions()
    if let last = durable.history.moments.last, last.revision == durable.revision {
      durable.state = last.state
    } else if durable.state == nil {
      durable.state = page.snapshot().map { RememberedState($0) }
    }
    let sizeAside = isStateless ? 0 : try durable.encodeStates(by: page.coder)
    handedIn = durable
    return (durable.encoded(), sizeAside)
  }

  /// Adds what happened to effects that ran before the scene was loaded or copied, and don't run now, to the notice.
  func sayInterruptions() {
    let running = page.interruptions()
    for message in interrupted where !running.contains(message) {
      // It may be there already from before the process ended.
      guard durable.notice?.contains(message) != true else { continue }
      durable.notice = durable.notice.map { "\($0) \(message)" } ?? message
    }
  }

  // MARK: Appearances

  /// Lets newly visible views appear and others go, and returns what is shown then.
  func updateAppearances() -> PageSummary {
    _ = follow()
    var summary = summary
    for _ in 0..<Self.appearanceLimit {
      let visible = summary.appearances.filter { browser.isWatched || !$0.isLive }
      let haveAppeared = trace.run { appear(visible) }
      let hasFollowed = follow()
      guard haveAppeared || hasFollowed else { break }
      summary = self.summary
    }
    return summary
  }

  /// Runs and cancels what follows from the visible views; returns whether that may have changed the state.
  private func appear(_ visible: [Appearance]) -> Bool {
    guard let change = appearances.change(to: visible, appeared: durable.appeared) else {
      return false
    }
    durable.appeared = change.appeared
    forgetEvaluation()
    for task in change.gone { task.cancel() }
    var hasRun = false
    for appearance in change.new {
      switch appearance.work {
      case .appear(let work):
        work()
        hasRun = true
      case .task(let work), .liveTask(let work):
        appearances.add(begin(work, of: appearance), of: appearance)
      }
    }
    return hasRun
  }

  /// Begins the work of a view: with the dependencies of the scene.
  private func begin(
    _ work: @escaping Appearance.AsyncWork, of appearance: Appearance
  ) -> Task<Void, Never> {
    let work = SceneWork(body: work)
    isolation.runningEffectsChanged(by: 1)
    let activity = isolation.activity(
      at: EffectPlace(fileID: appearance.fileID, line: appearance.line), isOfView: true)
    let task = Task(executorPreference: executor, priority: isolation.effectPriority) {
      [isolation] in
      await EffectActivity.run(activity) { await work.body() }
      await isolation.perform { isolation.runningEffectsChanged(by: -1) }
    }
    if isolation.isEnded { task.cancel() }
    return task
  }
}
