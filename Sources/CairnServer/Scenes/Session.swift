import CairnBytes
import CairnHTTP
import CairnSecurity
import CairnSessions
import CairnTexts
import Dispatch
import Synchronization

/// A session in memory, with its scenes and its latest submissions.
///
/// Its lock may be acquired while a scene's lock is held, never the other way around.
final class Session: Sendable {
  /// A closure that's called when an equal submission, which was already being processed, has ended.
  typealias Waiter = @Sendable (SubmissionFlow.DuplicateEnd) -> Void

  /// A closure that's called with the result when another request has restored a scene.
  typealias RestorationWaiter = @Sendable (SceneRestoration) -> Void

  struct State: Sendable {
    var ring = NonceRing<PastAnswer, Waiter>(capacity: 512, sizeLimit: 64 * 1024) { $0.size }
    var scenes: [LiveScene] = []
    /// The requests that wait for scenes that other requests are restoring.
    var restoring: [StoredScene.Mark: [RestorationWaiter]] = [:]
    /// The most recently requested scene, whether or not it's in memory.
    var latest: StoredScene.Mark?
    /// The number of submissions that are being processed.
    var working = 0
    /// The number of endpoints that are running with this session.
    var visits = 0
    var isEnded = false
    /// The streams of the browser, with the latest last.
    var streams: [LiveStream] = []
    /// The receipt of the session's announcements while the browser is connected.
    var listening: SessionListening?
  }

  /// When the session was loaded into memory, in the order of ``IssueClock``. Only the store may know of submissions
  /// from earlier pages.
  let began = IssueClock.next()
  let state = Mutex(State())

  /// The changes of other servers that the browser's pages must show.
  let followed = Mutex(FollowedSession())

  /// Whether the session was used since the last use that was reported to the store.
  private let isUsed = Atomic(false)

  /// Whether the browser sent its last form without the script. It isn't stored.
  private let formLackedScript = Atomic(false)

  /// The values that the scenes of the session share.
  let values: SessionValues
  /// The session's name, cookie, and owner.
  let identity: SessionIdentity
  /// The languages that the browser asked for most recently.
  let languages: BrowserLanguages
  /// The client that brought the session into memory, or `nil` if it's unknown.
  let client: StoredSession.Client?
  private let limit: LiveSceneLimit
  private let keeper: SceneKeeper
  private let onEviction: @Sendable (EvictionReport, Session) -> Void

  /// Whether the session was stored when it was loaded, so that it had a submission before those in the ring.
  private let wasStored = Atomic(false)
  /// Whether the session is established according to the store.
  private let wasEstablished = Atomic(false)

  /// - Parameters:
  ///   - client: The client that brings the session into memory, or `nil` if it's unknown.
  init(
    _ identity: SessionIdentity, from client: StoredSession.Client?, limit: LiveSceneLimit,
    keeper: SceneKeeper, log: SessionValueLog,
    languages: LanguagePreferences = LanguagePreferences(),
    onEviction: @escaping @Sendable (EvictionReport, Session) -> Void = { _, _ in }
  ) {
    self.identity = identity
    self.client = client
    self.languages = BrowserLanguages(languages)
    self.limit = limit
    self.keeper = keeper
    self.onEviction = onEviction
    values = SessionValues(
      StoredSession.ID(bits: identity.name.id.bits), from: client, log: log)
    values.listen { [weak self] in
      // The thread that has changed the value may hold the lock of a scene.
      DispatchQueue.global().async { [weak self] in
        self?.storeValues()
        self?.redrawScenes()
      }
    }
  }

  /// The changes and requests of the session that are waiting.
  var mailbox: SessionMailbox { values.mailbox }
  var id: StoredSession.ID { mailbox.id }
  /// How new the contents of memory are.
  var version: SessionVersion { values.version }

  /// Records a request from the session's browser.
  func noteUse() {
    guard !isUsed.load(ordering: .relaxed) else { return }
    isUsed.store(true, ordering: .relaxed)
  }

  /// Whether the browser lacks the script, according to its last form.
  var lacksScript: Bool { formLackedScript.load(ordering: .relaxed) }

  /// Records whether the browser sent a form with the script.
  func noteForm(hasScript: Bool) {
    guard lacksScript == hasScript else { return }
    formLackedScript.store(!hasScript, ordering: .relaxed)
  }

  /// Returns whether the store needs to know that the session was used, and resets this until the next use.
  func takeUse() -> Bool {
    mailbox.isStored && !mailbox.isClosed
      && isUsed.exchange(false, ordering: .relaxed)
  }

  /// Loads the session's values and properties from the store, but not its scenes.
  func load(_ loadResult: SessionLoadResult) {
    values.load(loadResult.values)
    version.noteLoaded(loadResult.lastUse == nil ? 0 : loadResult.version)
    guard loadResult.lastUse != nil else { return }
    if !mailbox.isStored { wasStored.store(true, ordering: .relaxed) }
    if loadResult.isEstablished { wasEstablished.store(true, ordering: .relaxed) }
    noteUse()
    mailbox.noteStored()
    identity.noteOwner(loadResult.owner)
  }

  /// Stores changed values, unless a submission is being processed. The values that the submission changes are stored
  /// with it.
  func storeValues() {
    guard !isBusy else { return }
    keeper.store(values, touching: latest) { [weak self] evictions in
      if let self { onEviction(evictions, self) }
    }
  }

  /// Reports that the pages of the scenes may have changed with a value or the owner, if the browser is connected.
  func redrawScenes() {
    let scenes = state.withLock { $0.streams.isEmpty ? [] : $0.scenes }
    for scene in scenes { scene.post { $0.redraw() } }
  }

  /// The most recently requested scene, which may be on the screen. Changes without a submission touch it in the store,
  /// so that it isn't evicted for them.
  var latest: StoredScene.Mark? { state.withLock(\.latest) }

  /// Returns whether a submission is being processed.
  func isWorking(on submission: Submission) -> Bool {
    state.withLock { $0.ring.isInProgress(submission) }
  }

  /// Whether any submission is being processed.
  var isBusy: Bool { state.withLock { $0.working > 0 } }

  /// Whether the session was removed from memory.
  var hasEnded: Bool { state.withLock(\.isEnded) }

  /// Whether the session must stay in memory, because of submissions, endpoints, or streams in progress.
  var isInUse: Bool {
    state.withLock { $0.working > 0 || $0.visits > 0 || !$0.streams.isEmpty }
  }

  /// Records that an endpoint runs with this session. Returns `false` if the session was removed from memory.
  func beginVisit() -> Bool {
    state.withLock { state in
      guard !state.isEnded else { return false }
      state.visits += 1
      return true
    }
  }

  func endVisit() { state.withLock { $0.visits -= 1 } }

  /// Whether the session had more than one submission, or has an owner. Other sessions are evicted first.
  var isEstablished: Bool {
    wasEstablished.load(ordering: .relaxed) || identity.owner != nil
      || state.withLock { $0.ring.count } > (wasStored.load(ordering: .relaxed) ? 0 : 1)
  }

  /// Whether the session has scenes whose state can't be stored, and would be lost with them.
  var holdsUnstoredState: Bool {
    state.withLock { $0.scenes.contains(where: \.hasUnstoredState) }
  }

  /// Whether the session isn't stored, and has no scenes, submissions, streams, or changed values.
  var isVacant: Bool {
    state.withLock {
      $0.scenes.isEmpty && $0.working == 0 && $0.visits == 0 && $0.streams.isEmpty
        && $0.ring.count == 0
    }
      && !mailbox.isStored && values.edits == 0
  }

  // MARK: Streams

  /// The streams of the browser, with the latest last.
  var streams: [LiveStream] { state.withLock(\.streams) }

  /// Whether the browser is connected, and receives changes without a request.
  var hasStreams: Bool { state.withLock { !$0.streams.isEmpty } }

  /// The maximum number of streams per browser. Browsers that can't share a stream between tabs need more than one.
  private static let streamLimit = 8

  func add(_ stream: LiveStream) {
    let surplus = state.withLock { state in
      state.streams.append(stream)
      defer { state.streams.removeFirst(max(0, state.streams.count - Self.streamLimit)) }
      return state.isEnded ? stream : state.streams.dropLast(Self.streamLimit).first
    }
    surplus?.body.close()
  }

  /// Removes a stream, and returns whether it was the last one.
  func remove(_ stream: LiveStream) -> Bool {
    state.withLock { state in
      state.streams.removeAll { $0 === stream }
      return state.streams.isEmpty
    }
  }

  /// Listens to the session in the store, unless this happens already or the browser isn't connected.
  /// - Returns: Whether changes are announced.
  func listen(_ begin: () -> SessionListening?) -> Bool {
    state.withLock { state in
      guard state.listening == nil, !state.streams.isEmpty else { return state.listening != nil }
      followed.withLock { $0.reset() }
      state.listening = begin()
      return state.listening != nil
    }
  }

  /// Whether changes of the session are announced.
  var isListening: Bool { state.withLock { $0.listening != nil } }

  /// Ends the receipt of announcements, unless the browser is connected.
  func stopListening() {
    let listening = state.withLock { state in
      state.streams.isEmpty ? state.listening.take() : nil
    }
    listening?.cancel()
  }

  /// Closes all streams. Browsers that still show a page connect again, with the cookie that they have by then.
  func closeStreams() {
    let streams = state.withLock { state in
      defer { state.streams = [] }
      return state.streams
    }
    stopListening()
    for stream in streams { stream.body.close() }
  }

  // MARK: Scenes

  /// Returns the scene with an ID if it's in memory, and records its use.
  func scene(_ sceneID: String) -> LiveScene? {
    let scene: LiveScene? = state.withLock { state in
      guard
        let index = state.scenes.lastIndex(where: { $0.sceneID?.hasSameBytes(as: sceneID) == true })
      else { return nil }
      state.scenes[index].noteUse()
      state.latest = state.scenes[index].record?.sceneID
      return state.scenes[index]
    }
    guard let scene, scene.isOverdue else { return scene }
    endOverdueScenes()
    return nil
  }

  /// Adds a scene that was created or loaded.
  /// - Returns: The scene to use, and whether it was added. If two requests load the same scene at once, it's the scene
  ///   of the first request. If the session has ended, the scene isn't added.
  @discardableResult
  func add(_ scene: LiveScene) -> (scene: LiveScene, isAdded: Bool) {
    endOverdueScenes()
    let (kept, isNew): (LiveScene, Bool) = state.withLock { state in
      guard !state.isEnded else { return (scene, false) }
      if let known = state.scenes.first(where: { $0.sceneID == scene.sceneID }) {
        return (known, false)
      }
      state.scenes.append(scene)
      state.latest = scene.record?.sceneID
      return (scene, true)
    }
    if isNew { limit.add(scene, of: self) }
    return (kept, isNew)
  }

  /// Removes a scene from memory. The next request for it loads it from the store.
  func remove(_ scene: LiveScene) {
    state.withLock { $0.scenes.removeAll { $0 === scene } }
    limit.forget(scene)
  }

  /// Ends a scene that was removed from memory because its lease is over.
  func forgetOverdue(_ scene: LiveScene) {
    limit.forget(scene)
    scene.end()
  }

  /// Removes the scenes with some IDs from memory, and returns them.
  func remove(_ sceneIDs: [StoredScene.Mark]) -> [LiveScene] {
    let removed = state.withLock { state in
      let removed = state.scenes.filter { $0.record.map { sceneIDs.contains($0.sceneID) } ?? false }
      state.scenes.removeAll { scene in removed.contains { $0 === scene } }
      return removed
    }
    for scene in removed { limit.forget(scene) }
    return removed
  }

  /// The scenes in memory that are also in the store.
  var storedScenes: [LiveScene] {
    state.withLock(\.scenes).filter { $0.record?.isStored == true }
  }

  /// Ends the work of a session that is gone. The work of its scenes ends as soon as their locks are free.
  func end() {
    let scenes = state.withLock { state in
      state.isEnded = true
      defer { state.scenes = [] }
      return state.scenes
    }
    closeStreams()
    guard !scenes.isEmpty else { return }
    for scene in scenes { limit.forget(scene) }
    for scene in scenes { scene.end() }
  }
}
