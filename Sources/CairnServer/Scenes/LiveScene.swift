import CairnDependencies
import CairnFeatures
import CairnReducers
import CairnScreens
import CairnSessions
import CairnViews
import Synchronization

/// A scene: one line of work in one tab, with one value of its application.
///
/// `@unchecked Sendable`: constants aside, everything is used under the scene's lock.
final class LiveScene: @unchecked Sendable {
  let mount: Mount
  /// The scene's name in the query of its URLs; nil while it is unborn.
  let mark: String?
  let isolation = SceneIsolation()
  let page: ScenePage

  /// Tells it from all other scenes of the process, also from those that are gone.
  let number = LiveScene.numbers.add(1, ordering: .relaxed).newValue
  private static let numbers = Atomic<UInt64>(0)

  private let used = Atomic(false)
  /// The bytes of the snapshot that it was woken as.
  private(set) var wokenSize = 0
  /// Counts the actions.
  private(set) var revision: UInt64 = 0
  /// What was typed and is not in the state.
  var drafts = SceneDrafts() { didSet { if drafts != oldValue { changes += 1 } } }
  /// What the server has to say, until the next submission.
  var notice: String? { didSet { if notice != oldValue { changes += 1 } } }
  /// What has the focus on the page that answers the latest submission. It is not stored: without it the page
  /// is the same but for that.
  var focus = SceneFocus()
  /// What the browser shows, as far as it is known: of the page that was sent last to its script. It is not
  /// stored either: without it a page is sent whole.
  var shown: PageRegions?
  /// The last token that was given for it.
  var issued: PageToken?
  /// The tokens of the pages that its browser shows.
  let known = KnownPages()
  var push = ScenePush()
  /// Whether its browser hears of what changes by itself.
  var isWatched = false
  private(set) var history = SceneHistory()
  /// When a part of the state was lost, as the scene was read from the store: of pages that were made
  /// before (see ``IssueClock``), what fields showed may have been only there.
  private(set) var reducedSince: UInt64?
  /// What is to be said of effects that ran where the scene comes from.
  var interrupted: [String] = []
  /// What its features ask of the session; nil while it is unborn.
  let session: SceneSession?
  /// How far the scene is stored; nil while it is unborn.
  let record: SceneRecord?
  /// Counts the changes of everything that is stored.
  private(set) var changes: UInt64 = 0
  private var turn: UInt64 = 0
  /// The submission that is worked on, and the key of its actions.
  private var submission: Submission?
  private var key: IdempotencyKey?
  private var actionsOfTurn = 0
  /// How many effects had begun before the submission.
  private var begunBefore = 0
  /// The state of the session's values in which the submission was begun.
  private var valuesEpoch: Int?
  /// What is stored of the effects that run.
  private var announced: [String] = []
  private var submitted = RecentNonces()
  private var appearances = SceneAppearances()
  /// Records what happens; nil where nobody wants to know.
  private(set) var recorder: SceneRecorder?
  /// Called under the lock when the scene has changed by itself.
  var onChange: (() -> Void)?
  /// Called under the lock when the page may be another one by itself.
  var onPush: (() -> Void)?
  /// Called under the lock when the scene ends.
  var onGone: (() -> Void)?
  /// Called under the lock with the bytes of the snapshot that is about to be stored.
  var onStore: ((Int) -> Void)?
  private lazy var executor = SceneExecutor(isolation)
  private let dependencies: DependencyValues

  /// How often views may appear because of what others did when they appeared.
  private static let appearanceLimit = 8

  /// Makes a scene with a new value of its application.
  /// - Parameters:
  ///   - record: How far the scene is stored; nil for one that is only made for a page.
  ///   - session: What its features ask of the session; nil for the same.
  ///   - activity: What its stores do.
  ///   - recordingLimit: The most bytes of its journal; nil where it is not recorded.
  init(
    mount: Mount, record: SceneRecord?, dependencies: DependencyValues,
    session: SceneSession? = nil,
    recordingLimit: Int? = nil, activity: StoreActivity = .live
  ) {
    self.mount = mount
    self.record = record
    self.session = session
    mark = record?.mark.text
    let isolation = isolation
    let date = dependencies.date
    let drawn = recordingLimit.map { _ in DrawnValues(isolation) }
    var dependencies = drawn?.listening(to: dependencies) ?? dependencies
    // From 0 in each: two that are made of the same state go on with the same ids.
    dependencies.stackElementIDs = StackElementIDs()
    dependencies.secretTexts = SecretTexts()
    self.dependencies = dependencies
    // Effects that the application begins at once wait until all of the scene is made.
    isolation.acquire()
    defer { isolation.release() }
    page = DependencyValues.$_current.withValue(dependencies) {
      StoreActivityContext.$current.withValue(activity) {
        StoreIsolationContext.$current.withValue(isolation) { mount.make() }
      }
    }
    guard mark != nil else { return }
    if let drawn, let recordingLimit {
      recorder = SceneRecorder(
        page, mount: mount, drawn: drawn, limit: recordingLimit, now: { date() })
    }
    isolation.onAction = { [weak self] in self?.actionProcessed() }
    isolation.onEffect = { [weak self] in
      guard let self else { return }
      underLock {
        _ = $0.updateAppearances()
        $0.onChange?()
        $0.onPush?()
      }
    }
    isolation.onLend = { [weak self] isLent in
      // The submission's keys are for its own actions: they must be the same if it is repeated.
      if isLent { self?.page.setActionKey(nil) } else { self?.setActionKey() }
    }
    isolation.onEffectEnd = { [weak self] in
      self?.effectEnded()
    }
  }

  /// Does something with the scene; nobody else touches it meanwhile.
  func withLock<Result>(_ body: (LiveScene) throws -> Result) rethrows -> Result {
    try isolation.withLock { try underLock(body) }
  }

  /// The same, for a closure that is called under the lock already.
  func underLock<Result>(_ body: (LiveScene) throws -> Result) rethrows -> Result {
    try DependencyValues.$_current.withValue(dependencies) { try body(self) }
  }

  /// Where the scene is, from the root of the server. To be read under the lock.
  var location: Location {
    page.location().prefixed(by: mount.prefix)
  }

  /// The URL of the page that shows the scene as it is now. To be read under the lock.
  func url(showing summary: PageSummary) -> String {
    SceneMark.url(
      of: location, scene: mark, alert: summary.isPresentingEphemeral ? revision : nil)
  }

  /// Notes what its browser shows now, and with which token.
  func show(_ page: PageRegions?, _ token: PageToken?) {
    shown = page
    if let page, let token { known.note(token, of: page.digest) }
  }

  /// Does what a control of the page does.
  /// - Parameter secret: The text that is written to what a secure field is bound to.
  func handle<Result>(secret: String? = nil, _ body: () -> Result) -> Result {
    if let secret { page.protect(FieldCheck.singleLine(secret)) }
    return recorder?.handling(isSecret: secret != nil, body) ?? body()
  }

  // MARK: Uses

  /// Notes that somebody asked for the scene.
  func noteUse() { used.store(true, ordering: .relaxed) }

  /// Whether the scene was requested since the last call.
  func takeUse() -> Bool { used.exchange(false, ordering: .relaxed) }

  /// About how many bytes are known of the page that its browser shows. To be read under the lock.
  var pageSize: Int { (shown?.size ?? 0) + (page.memory?.size ?? 0) }

  /// Whether it is gone, or has what was not stored and will not be. To be asked under the lock.
  var isGone: Bool { isolation.isEnded || record?.isLost == true }

  /// Ends the scene's work: it is gone, and nothing is awaited of it any more.
  func end() {
    withLock { scene in
      scene.endUnderLock()
    }
  }

  /// Ends the scene's work. To be called under its lock.
  func endUnderLock() {
    // Who shows it asks for it, and so wakes it.
    onGone?()
    onGone = nil
    onPush = nil
    onChange = nil
    onStore = nil
    isolation.end()
    appearances.cancel()
    page.cancelEffects()
    session?.giveUp()
  }

  // MARK: Revisions

  /// Begins a submission: what is done from here on is a moment of its own in the history, and each of
  /// its actions has a key that it has again where the submission is repeated.
  ///
  /// - Parameter isBack: Whether it begins with what Back has left. How many actions that takes depends
  ///   on the time, so those of the submission itself are counted apart.
  func beginTurn(of submission: Submission, isBack: Bool = false) {
    if submission != self.submission {
      session?.beginTurn()
      if turn == 0 { note(isByEffect: false) }
      turn += 1
      begunBefore = isolation.begunWork
      self.submission = submission
      valuesEpoch = record?.values.epoch
    }
    let key = IdempotencyKey(submission)
    self.key = isBack ? key.appending("back") : key
    actionsOfTurn = 0
    setActionKey()
  }

  /// Whether the latest submission has begun effects, which may have changed other systems.
  var hasBegunEffects: Bool { isolation.begunWork > begunBefore }

  /// Ends a submission: what comes now comes by itself.
  func endTurn() {
    guard submission != nil else { return }
    submission = nil
    key = nil
    page.setActionKey(nil)
  }

  /// The state of the session's values in which the submission was begun that is to be stored; nil where
  /// it has run nothing.
  func takeValuesEpoch() -> Int? {
    defer { valuesEpoch = nil }
    return valuesEpoch
  }

  private func effectEnded() {
    // Such as a page that refreshes itself while effects run.
    if !isolation.isAwaited { onPush?() }
    guard !announced.isEmpty, page.interruptions() != announced else { return }
    announced = page.interruptions()
    changes += 1
    // Whoever waits for the effects stores this too.
    if !isolation.isAwaited { onChange?() }
  }

  private func setActionKey() {
    if let key { page.setActionKey(key.appending(actionsOfTurn)) }
  }

  /// Notes that something was submitted from a page; answers whether something was before, so that
  /// Back has led to it.
  func noteSubmission(of nonce: UInt128) -> Bool {
    if submitted.note(nonce) { return true }
    changes += 1
    return false
  }

  private func actionProcessed() {
    // A reducer has used the navigator: what comes of both is noted when its action is processed.
    guard !page.isReducing else { return }
    recorder?.noteChange()
    revision += 1
    changes += 1
    if !isolation.isForBorrower {
      actionsOfTurn += 1
      setActionKey()
    }
    note(isByEffect: isolation.isChangedByEffect)
  }

  private func note(isByEffect: Bool) {
    guard let state = page.snapshot() else { return }
    announced = page.interruptions()
    history.note(
      SceneHistory.Moment(
        revision: revision, turn: turn, isByEffect: isByEffect,
        state: RememberedState(state, coder: page.coder), interruptions: announced))
  }

  // MARK: Snapshots

  /// The scene as it is stored. To be called under the lock.
  func snapshot() throws -> SceneSnapshot {
    var snapshot = snapshotWithoutState()
    snapshot.moments = try storedMoments()
    let isNoted = history.moments.last?.revision == revision
    snapshot.state =
      try isNoted
      ? snapshot.moments.last?.state : page.snapshot().flatMap { try page.coder?.encode($0).bytes }
    return snapshot
  }

  /// The same without any state: where that can not be encoded, a scene is its location.
  func snapshotWithoutState() -> SceneSnapshot {
    SceneSnapshot(
      mount: mount.prefix.path, location: page.location().url, revision: revision, turn: turn,
      state: nil, drafts: drafts.shown, waiting: drafts.waiting, notice: notice,
      submitted: submitted.nonces, appeared: appearances.appeared,
      interruptions: page.interruptions(), moments: [])
  }

  /// The most bytes of states in a snapshot, the last one aside; beyond it the oldest are left out.
  private static let historyLimit = 256 * 1024

  /// The bytes of states that are kept in memory alone.
  private(set) var sizeAside = 0

  private func storedMoments() throws -> [SceneSnapshot.Moment] {
    var moments: [SceneSnapshot.Moment] = []
    var size = 0
    sizeAside = 0
    for moment in history.moments.reversed() {
      guard let state = try moment.state.encoded() else { return [] }
      size += moments.isEmpty ? 0 : state.count
      guard size <= Self.historyLimit else {
        // Nor are they kept in memory, but for the one before the last: an effect may have led away from its page.
        let isBefore = moments.count == 1
        history.forget(before: isBefore ? moment.revision : moments.last?.revision ?? 0)
        sizeAside = isBefore ? state.count : 0
        break
      }
      moments.append(
        SceneSnapshot.Moment(
          revision: moment.revision, turn: moment.turn, isByEffect: moment.isByEffect,
          state: state, interruptions: moment.interruptions))
    }
    moments.reverse()
    return moments
  }

  /// Makes a new scene the one that was stored, or as much of it as still can be read: the beginning
  /// of its pile, else its location.
  func wake(as snapshot: SceneSnapshot, size: Int = 0) {
    withLock { scene in
      scene.wokenSize = size
      scene.revision = snapshot.revision
      scene.turn = snapshot.turn
      scene.drafts = SceneDrafts(shown: snapshot.drafts, waiting: snapshot.waiting)
      scene.notice = snapshot.notice
      scene.submitted = RecentNonces(snapshot.submitted)
      scene.appearances = SceneAppearances(appeared: snapshot.appeared)
      if let coder = page.coder {
        scene.history = SceneHistory(
          snapshot.moments.map {
            SceneHistory.Moment(
              revision: $0.revision, turn: $0.turn, isByEffect: $0.isByEffect,
              state: RememberedState(stored: $0.state, coder: coder),
              interruptions: $0.interruptions)
          })
      }
      let decoded = snapshot.state.flatMap { page.coder?.decode($0) }
      if let decoded { page.restore(decoded.state) }
      if decoded?.isWhole != true {
        if page.snapshot() != nil { scene.reducedSince = IssueClock.next() }
        if let location = Location(url: snapshot.location) { _ = page.open(location) }
      }
      scene.interrupted = snapshot.interruptions
      scene.sayInterruptions()
      // All of that would come of what is stored once more.
      record?.isStored(as: changes)
    }
  }

  /// Says what became of effects that ran where the scene comes from, and do not run here.
  func sayInterruptions() {
    let running = page.interruptions()
    for message in interrupted where !running.contains(message) {
      // One that is there already was said before the process ended.
      guard notice?.contains(message) != true else { continue }
      notice = notice.map { "\($0) \(message)" } ?? message
    }
  }

  // MARK: Appearances

  /// Lets newly visible views appear and others go, and answers what is shown then.
  func updateAppearances() -> PageSummary {
    _ = page.update()
    var summary = page.collect([]).summary
    for _ in 0..<Self.appearanceLimit {
      let haveAppeared = appearances.update(summary.appearances.filter { isWatched || !$0.isLive })
      { begin($0, of: $1) }
      let hasFollowed = page.update()
      guard haveAppeared || hasFollowed else { break }
      summary = page.collect([]).summary
    }
    return summary
  }

  /// Begins the work of a view: under the lock, with the dependencies of the scene.
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
