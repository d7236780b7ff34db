import CairnApplications
import CairnDependencies
import CairnFeatures
import CairnRecorder
import CairnReducers
import CairnScreens
import CairnSecurity
import CairnTexts
import CairnViews

/// The contents of a scene in memory.
///
/// They consist of the values that are stored, the submission that is being processed, and the page that the browser
/// shows.
final class SceneRuntime {
  let mount: Mount
  let sceneID: String?
  let isolation: SceneIsolation
  let page: ScenePage
  let session: SceneSession?
  let record: SceneRecord?
  /// The latest request of the scene's browser.
  let requests: CurrentRequest
  /// The languages that the scene's browser asked for most recently.
  let languages: BrowserLanguages
  /// The scene's recorder, or `nil` if the scene isn't recorded.
  let recorder: SceneRecorder?
  /// The scene that shows the recorded moment that was requested last.
  var stopped: (number: Int, scene: LiveScene)?
  /// Called under the lock with the scene's events. It's `nil` after the scene has ended.
  var onEvent: ((SceneEvent, borrowing SceneAccess) -> Void)?

  /// The values that are stored.
  var durable: SceneSnapshot
  /// The values that were passed to the store last.
  private var handedIn: SceneSnapshot?
  /// The submission that is being processed.
  private(set) var turn: Turn?
  /// The span of the request that the application's code is running for, if any.
  var trace: RequestTrace?
  /// Whether the held form is processed as soon as a submission's result is stored.
  var isContinuing = false
  /// The page that the browser shows.
  var browser = BrowserView()
  private var appearances = SceneAppearances()
  /// The messages of effects that ran before the scene was loaded or copied, until the user has seen them.
  var interrupted: [String] = []
  /// What to do about effects that ran before the scene was loaded or copied, until it was done.
  var toResume: [EffectResumption] = []
  /// The result of the last evaluation of the view, until the state changes or the scene is unlocked.
  private var evaluation: Evaluation?
  /// The patch for the browser, which is valid if nothing else changes until the scene is unlocked.
  private(set) var prepared: PreparedPatch?
  /// The number of times that the scene was unlocked.
  private var unlocks = 0
  private lazy var executor = SceneExecutor(isolation)

  /// The maximum number of times that views may appear because of changes that other appearing views have made.
  private static let appearanceLimit = 8

  init(
    _ page: ScenePage, mount: Mount, sceneID: String?, isolation: SceneIsolation,
    session: SceneSession?, record: SceneRecord?, requests: CurrentRequest,
    languages: BrowserLanguages, recorder: SceneRecorder?,
    onEvent: @escaping (SceneEvent, borrowing SceneAccess) -> Void
  ) {
    self.page = page
    self.mount = mount
    self.sceneID = sceneID
    self.isolation = isolation
    self.session = session
    self.record = record
    self.requests = requests
    self.languages = languages
    self.recorder = recorder
    self.onEvent = onEvent
    durable = SceneSnapshot(mount: mount.path, location: "/")
  }

  /// Restores a snapshot. If its state can't be read completely, its location is opened.
  func resume(_ snapshot: SceneSnapshot) {
    durable = snapshot
    durable.mount = mount.path
    if page.coder == nil { durable.history = SceneHistory() }
    let location = Location(url: snapshot.location)
    let decoded = snapshot.state?.bytes.flatMap { bytes in
      page.coder.flatMap { $0.adopt(bytes) { newState(at: location) } }
    }
    if let decoded { restore(decoded.state) }
    if decoded?.isWhole != true {
      if page.snapshot() != nil { durable.reducedSince = IssueClock.next() }
      if let location { _ = open(location) }
      replaceUnreadableState()
    } else if page.isGuarded, let location, location != page.location() {
      // A location that a guard keeps isn't part of the state.
      let state = page.snapshot()
      if !open(location).isComplete, let state { restore(state) }
    }
    interrupted = snapshot.interruptions
    toResume = snapshot.resumptions
    // An effect that begins again isn't reported.
    if toResume.isEmpty { addInterruptionsToNotice() }
    // Restoring the stored snapshot again would lead to the same values.
    handedIn = durable
  }

  /// Replaces a stored state that can't be read completely by the current state, which the next write then contains.
  ///
  /// Otherwise, each process that loads the scene later would lose the same part, and restore forms from earlier pages.
  private func replaceUnreadableState() {
    guard let state = page.snapshot().map({ RememberedState($0) }) else { return }
    durable.state = state
    durable.history.replaceState(at: durable.revision, by: state)
  }

  /// Returns a new state at a location. The scene, which isn't restored yet, has its initial state before and afterward.
  private func newState(at location: Location?) -> Any? {
    // A location that a guard hides isn't opened.
    guard let location, page.admits(location), let initial = page.snapshot() else {
      return page.snapshot()
    }
    defer { restore(initial) }
    _ = open(location)
    return page.snapshot()
  }

  func end() {
    onEvent = nil
    isolation.end()
    appearances.cancel()
    page.cancelEffects()
    session?.giveUp()
  }

  /// Whether the scene has ended, or has changes that weren't stored and won't be.
  var isGone: Bool { isolation.isEnded || record?.isLost == true }

  // MARK: The page

  /// The scene's location, from the root of the server.
  var location: Location { page.location().prefixed(by: mount.prefix) }

  /// Returns the URL of the page that shows the scene as it is now.
  func url(showing summary: PageSummary) -> String {
    SceneQueryItem.url(
      of: location, scene: sceneID, alert: summary.isPresentingEphemeral ? durable.revision : nil)
  }

  /// Runs the handler of a control.
  /// - Parameter secret: The text that is written to the binding of a secure field.
  func handle<Result>(secret: Secret? = nil, _ body: () -> Result) -> Result {
    // The handler may change something other than a store.
    defer { forgetEvaluation() }
    if let secret { page.protect(secret) }
    return trace.run(.action) { recorder?.handling(isSecret: secret != nil, body) ?? body() }
  }

  // MARK: Evaluating

  /// The result of an evaluation of the view.
  fileprivate struct Evaluation {
    /// The number of actions that the stores had processed.
    let actions: Int
    let wanted: Set<UInt64>
    let summary: PageSummary
    /// The handlers of the requested controls, or `nil` if the view was rendered instead.
    let collected: Collected?
  }

  /// Returns the handlers of some controls, and the summary of the page.
  ///
  /// The view is evaluated only if the state has changed, or if other handlers were requested the last time.
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

  /// The summary of the current page.
  private var summary: PageSummary {
    if let evaluation, evaluation.actions == isolation.actions { return evaluation.summary }
    return collect().summary
  }

  /// Renders the page for the browser before it's known whether views appear.
  ///
  /// Until something changes, the summary of the rendered page saves another evaluation.
  func prepare(_ render: () -> PreparedPatch) {
    _ = follow()
    let patch = render()
    prepared = patch
    evaluation = Evaluation(
      actions: isolation.actions, wanted: [], summary: patch.summary, collected: nil)
  }

  /// Discards the last evaluation, because the view may depend on something else that has changed.
  func forgetEvaluation() {
    evaluation = nil
    prepared = nil
  }

  /// The last evaluation, which is kept while the scene is unlocked for effects to settle.
  struct KeptEvaluation {
    fileprivate let evaluation: Evaluation?
    fileprivate let prepared: PreparedPatch?
    fileprivate let unlocks: Int
    fileprivate let valueChanges: Int?
  }

  /// Returns the last evaluation, so that it can be kept until the scene is locked again.
  func keepEvaluation() -> KeptEvaluation {
    KeptEvaluation(
      evaluation: evaluation, prepared: prepared, unlocks: unlocks,
      valueChanges: record?.values.changes)
  }

  /// Uses a kept evaluation again, if no other work has used the scene in the meantime.
  func restore(_ kept: KeptEvaluation) {
    guard kept.unlocks + 1 == unlocks, kept.valueChanges == record?.values.changes,
      kept.evaluation?.actions == isolation.actions
    else { return }
    (evaluation, prepared) = (kept.evaluation, kept.prepared)
  }

  /// Records that the scene is unlocked. From here on, other work may change what the view depends on.
  func unlocked() {
    unlocks += 1
    forgetEvaluation()
  }

  func open(_ location: Location) -> OpenedLocation {
    defer { forgetEvaluation() }
    return page.open(location)
  }

  /// Replaces the scene's state with a state of the same application.
  func restore(_ state: Any) {
    page.restore(state)
    forgetEvaluation()
  }

  /// Makes the changes that follow from the state, before views appear. Returns whether anything was changed.
  private func follow() -> Bool {
    let hasOpened = openRequested()
    let hasFollowed = page.update()
    if hasFollowed { forgetEvaluation() }
    return hasOpened || hasFollowed
  }

  /// Opens the location that was requested while a guard was closed, if the guard is open now. Returns whether there was
  /// such a location.
  @discardableResult
  func openRequested() -> Bool {
    guard let opened = page.openRequested() else { return false }
    forgetEvaluation()
    durable.notice += opened.notice(answering: nil)
    return true
  }

  /// The approximate size of the server's record of the browser's page, in bytes.
  var pageSize: Int { (browser.shown?.size ?? 0) + (page.memory?.size ?? 0) }

  // MARK: Turns

  /// Begins a submission. Its changes get their own checkpoint in the history.
  ///
  /// Each of its actions has a key. If the submission is repeated, its actions have the same keys.
  /// - Parameters:
  ///   - isBack: Whether the submission begins by dismissing the layers that the user left with Back. The number of
  ///     these actions depends on the time, so the submission's own actions are counted separately.
  ///   - hasResponse: Whether there's a response, which can give the session another ID.
  func beginTurn(of submission: Submission, isBack: Bool = false, hasResponse: Bool = true) {
    if submission != turn?.submission {
      if hasResponse { session?.beginTurn(of: submission) }
      if durable.turn == 0 { note(isByEffect: false) }
      durable.turn += 1
      turn = Turn(
        submission, begunBefore: isolation.begunWork, valuesEpoch: record?.values.epoch)
    }
    turn?.restart(isBack: isBack)
    setActionKey()
  }

  /// Ends a submission. Later changes don't belong to it.
  /// - Returns: The submission's turn, or `nil` if it hasn't run anything.
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

  /// Records whether the stores are used for another thread. The keys are only for the submission's own actions,
  /// because they must be the same if it's repeated.
  func lend(_ isLent: Bool) {
    if isLent { page.setActionKey(nil) } else { setActionKey() }
  }

  func actionProcessed() {
    // A reducer has used the navigator. Both changes are recorded when its action is processed.
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
    durable.resumptions = resumptions
    durable.history.note(
      SceneHistory.Checkpoint(
        revision: durable.revision, turn: durable.turn, isByEffect: isByEffect,
        state: RememberedState(state), interruptions: durable.interruptions,
        resumptions: durable.resumptions.compactMap(\.ofCopy)))
  }

  // MARK: Storing

  /// Whether all values were passed to the store.
  var isHandedIn: Bool { handedIn == durable }

  /// Returns the snapshot to store, and the size of the states that are only kept in memory, in bytes.
  /// - Parameter isStateless: Whether to omit the state. If states can't be encoded, only the scene's location is
  ///   stored.
  /// - Throws: An error from the `Codable` conformance of the state.
  func handIn(isStateless: Bool = false) throws -> (payload: [UInt8], sizeAside: Int) {
    durable.location = page.location().url
    setInterruptions()
    if let last = durable.history.checkpoints.last, last.revision == durable.revision {
      durable.state = last.state
    } else if durable.state == nil {
      durable.state = page.snapshot().map { RememberedState($0) }
    }
    let sizeAside = isStateless ? 0 : try durable.encodeStates(by: page.coder)
    handedIn = durable
    return (durable.encoded(), sizeAside)
  }

  // MARK: Appearances

  /// Runs the work of newly visible views, cancels the work of views that are gone, and returns the resulting summary.
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

  /// Runs and cancels work for the visible views. Returns whether that may have changed the state.
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
      case .task(let work), .connectedTask(let work):
        appearances.add(begin(work, of: appearance), of: appearance)
      }
    }
    return hasRun
  }

  /// Starts the work of a view with the scene's dependencies.
  private func begin(
    _ work: @escaping Appearance.AsyncWork, of appearance: Appearance
  ) -> Task<Void, Never> {
    let work = SceneWork(body: work)
    var dependencies = DependencyValues._current
    dependencies.keepRequest()
    isolation.runningEffectsChanged(by: 1)
    let activity = isolation.activity(
      at: EffectPlace(fileID: appearance.fileID, line: appearance.line), isOfView: true)
    let task = Task(executorPreference: executor, priority: isolation.effectPriority) {
      [isolation, dependencies] in
      await EffectActivity.run(activity) {
        await DependencyValues.$_current.withValue(dependencies) { await work.body() }
      }
      await isolation.perform { isolation.runningEffectsChanged(by: -1) }
    }
    if isolation.isEnded { task.cancel() }
    return task
  }
}
