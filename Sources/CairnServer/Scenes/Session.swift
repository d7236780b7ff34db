import CairnBytes
import CairnHTTP
import CairnSecurity
import CairnSessions
import Dispatch
import Synchronization

/// A browser's scenes that are in memory, and what it submitted lately.
///
/// Its lock may be taken by who holds a scene's, never the other way round.
final class Session: Sendable {
  /// Who waits for the end of an equal submission that is being processed.
  typealias Waiter = @Sendable (SubmissionFlow.TwinEnd) -> Void

  struct State: Sendable {
    var ring = NonceRing<PastAnswer, Waiter>(capacity: 512, sizeLimit: 64 * 1024) { $0.size }
    var scenes: [LiveScene] = []
    /// The scene that was asked for last, whether or not it's in memory.
    var latest: StoredScene.Mark?
    /// How many submissions are being worked on.
    var working = 0
    var isEnded = false
    /// The streams of the browser, the latest last.
    var streams: [LiveStream] = []
  }

  /// When it came into memory: what was submitted from pages that were made before may be known to
  /// the store alone.
  let began = IssueClock.next()
  let state = Mutex(State())

  /// Whether it was used since the last use that the store was told.
  private let isUsed = Atomic(false)

  /// What its scenes share.
  let values: SessionValues
  /// What it is known by.
  let identity: SessionIdentity
  /// The client that has brought it into memory; `nil` if that's unknown.
  let client: StoredSession.Client?
  private let limit: LiveSceneLimit
  private let keeper: SceneKeeper
  private let onEviction: @Sendable (Evictions, Session) -> Void

  /// Whether it was stored when it came into memory, so that it had a submission before those in the ring.
  private let wasStored = Atomic(false)
  /// Whether the store has found it established.
  private let wasEstablished = Atomic(false)

  /// - Parameters:
  ///   - client: The client that brings it into memory; `nil` if that's unknown.
  ///   - limit: Bounds the scenes of all sessions.
  ///   - keeper: Stores what becomes of them.
  ///   - log: Is told of values that are not stored.
  ///   - onEviction: Called with what the store has evicted for the session's values.
  init(
    _ identity: SessionIdentity, from client: StoredSession.Client?, limit: LiveSceneLimit,
    keeper: SceneKeeper, log: SessionValueLog,
    onEviction: @escaping @Sendable (Evictions, Session) -> Void = { _, _ in }
  ) {
    self.identity = identity
    self.client = client
    self.limit = limit
    self.keeper = keeper
    self.onEviction = onEviction
    values = SessionValues(
      StoredSession.ID(bits: identity.name.id.bits), from: client, log: log)
    values.listen { [weak self] in
      // Whoever has changed a value may hold the lock of a scene.
      DispatchQueue.global().async { [weak self] in self?.storeValues() }
    }
  }

  /// What it has yet to do.
  var mailbox: SessionMailbox { values.mailbox }
  /// The ID that it has in the store.
  var id: StoredSession.ID { mailbox.id }

  /// Notes that its browser has asked for something.
  func noteUse() {
    guard !isUsed.load(ordering: .relaxed) else { return }
    isUsed.store(true, ordering: .relaxed)
  }

  /// Whether the store has to be told that the session was used. Asked once, it says no until the next use.
  func takeUse() -> Bool {
    mailbox.isStored && !mailbox.isClosed
      && isUsed.exchange(false, ordering: .relaxed)
  }

  /// Takes in what the store has of the session, beside its scenes.
  func load(_ findings: SessionFindings) {
    values.load(findings.values)
    guard findings.lastUse != nil else { return }
    if !mailbox.isStored { wasStored.store(true, ordering: .relaxed) }
    if findings.isEstablished { wasEstablished.store(true, ordering: .relaxed) }
    noteUse()
    mailbox.noteStored()
    identity.noteOwner(findings.owner)
  }

  /// Stores what has changed of the values, unless a submission is being worked on: what that changes is
  /// stored with it.
  func storeValues() {
    guard !isBusy else { return }
    keeper.store(values, touching: latest) { [weak self] evictions in
      if let self { onEviction(evictions, self) }
    }
  }

  /// The scene that was asked for last: it may be on screen. What is stored without a submission touches it, so that
  /// it isn't evicted for that.
  var latest: StoredScene.Mark? { state.withLock(\.latest) }

  /// Whether this submission is being worked on.
  func isWorking(on submission: Submission) -> Bool {
    state.withLock { $0.ring.isInProgress(submission) }
  }

  /// Whether a submission is being worked on.
  var isBusy: Bool { state.withLock { $0.working > 0 } }

  /// Whether it had more than one submission, or has an owner. Others are evicted first.
  var isEstablished: Bool {
    wasEstablished.load(ordering: .relaxed) || identity.owner != nil
      || state.withLock { $0.ring.count } > (wasStored.load(ordering: .relaxed) ? 0 : 1)
  }

  /// Whether it has scenes whose state can't be stored, so that it's lost with them.
  var holdsUnstoredState: Bool {
    state.withLock { $0.scenes.contains(where: \.hasUnstoredState) }
  }

  /// Whether nothing is known of it but its name.
  var isVacant: Bool {
    state.withLock {
      $0.scenes.isEmpty && $0.working == 0 && $0.streams.isEmpty && $0.ring.count == 0
    }
      && !mailbox.isStored
  }

  // MARK: Streams

  /// The streams of the browser, the latest last.
  var streams: [LiveStream] { state.withLock(\.streams) }

  /// Whether the browser hears of what changes by itself.
  var hasStreams: Bool { state.withLock { !$0.streams.isEmpty } }

  /// The most streams of a browser: one, and those of browsers that can not share it between tabs.
  private static let streamLimit = 8

  func add(_ stream: LiveStream) {
    let surplus = state.withLock { state in
      state.streams.append(stream)
      defer { state.streams.removeFirst(max(0, state.streams.count - Self.streamLimit)) }
      return state.isEnded ? stream : state.streams.dropLast(Self.streamLimit).first
    }
    surplus?.body.close()
  }

  /// Lets go of a stream; answers whether it was the last one.
  func remove(_ stream: LiveStream) -> Bool {
    state.withLock { state in
      state.streams.removeAll { $0 === stream }
      return state.streams.isEmpty
    }
  }

  /// Ends all streams: who still has a page asks with the cookie that it has by then.
  func closeStreams() {
    let streams = state.withLock { state in
      defer { state.streams = [] }
      return state.streams
    }
    for stream in streams { stream.body.close() }
  }

  // MARK: Scenes

  /// The scene with a mark, where it is in memory.
  func scene(_ mark: String) -> LiveScene? {
    state.withLock { state in
      guard let index = state.scenes.lastIndex(where: { $0.mark?.hasSameBytes(as: mark) == true })
      else { return nil }
      state.scenes[index].noteUse()
      state.latest = state.scenes[index].record?.mark
      return state.scenes[index]
    }
  }

  /// Keeps a scene that was born or has woken.
  ///
  /// - Returns: The scene; of two requests that woke the same one, that of the first.
  @discardableResult
  func add(_ scene: LiveScene) -> LiveScene {
    let (kept, isNew): (LiveScene, Bool) = state.withLock { state in
      guard !state.isEnded else { return (scene, false) }
      if let known = state.scenes.first(where: { $0.mark == scene.mark }) { return (known, false) }
      state.scenes.append(scene)
      state.latest = scene.record?.mark
      return (scene, true)
    }
    if isNew { limit.add(scene, of: self) }
    return kept
  }

  /// Lets go of a scene: it is asked for in the store again.
  func remove(_ scene: LiveScene) {
    state.withLock { $0.scenes.removeAll { $0 === scene } }
    limit.forget(scene)
  }

  /// Lets go of the scenes with these marks.
  func remove(_ marks: [StoredScene.Mark]) -> [LiveScene] {
    let removed = state.withLock { state in
      let removed = state.scenes.filter { $0.record.map { marks.contains($0.mark) } ?? false }
      state.scenes.removeAll { scene in removed.contains { $0 === scene } }
      return removed
    }
    for scene in removed { limit.forget(scene) }
    return removed
  }

  /// Ends all work of the session, which is gone: that of its scenes as soon as their locks are free.
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
