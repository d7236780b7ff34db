import CairnSessions
import Synchronization

/// Bounds how many scenes are in memory. Beyond the limits, scenes are evicted in the order of ``SessionLimits``: they
/// continue in the store alone, until they are requested.
final class LiveSceneLimit: Sendable {
  /// A scene in memory. Its ID is that of the scene.
  private final class Entry: Sendable {
    let scene: LiveScene
    let session: Session
    /// When it was used last, as ``State/uses`` counts.
    let lastUse: Atomic<UInt64>

    init(_ scene: LiveScene, _ session: Session, lastUse: UInt64) {
      self.scene = scene
      self.session = session
      self.lastUse = Atomic(lastUse)
    }

    var rank: EvictionRank<UInt64> {
      EvictionRank(
        isEstablished: session.isEstablished, lastUse: lastUse.load(ordering: .relaxed))
    }
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var order = EvictionOrder<ObjectIdentifier, EvictionRank<UInt64>>()
    /// Counts uses that were noticed.
    var uses: UInt64 = 0
  }

  /// The maximum number of scenes, except for those that requests wait for.
  let limit: Int
  /// The maximum number of their bytes, as far as that can be told.
  private let byteLimit: Int
  private let sceneShare: Int
  private let byteShare: Int
  private let onEviction: @Sendable () -> Void
  private let state = Mutex(State())

  /// How many scenes are looked at, of which some may be busy.
  private static let candidates = 16

  /// - Parameters:
  ///   - limit: The maximum number of scenes.
  ///   - bytes: The maximum number of their bytes.
  ///   - largestSession: The maximum number of bytes that is stored of a session.
  ///   - onEviction: Called for each scene that is evicted.
  init(
    _ limit: Int, bytes: Int = .max, largestSession: Int = 0,
    onEviction: @escaping @Sendable () -> Void = {}
  ) {
    self.limit = max(0, limit)
    byteLimit = bytes
    sceneShare = SessionLimits.share(of: self.limit, atLeast: SessionLimits.leastSessions)
    byteShare = SessionLimits.share(of: bytes, atLeast: Self.estimate(largestSession))
    self.onEviction = onEviction
  }

  /// Notes how large a scene has become. To be called under its lock.
  func note(_ scene: LiveScene, payload: Int) {
    let size = Self.estimate(payload + scene.sizeAside) + scene.pageSize
    if state.withLock({ $0.order.resize(ObjectIdentifier(scene), to: size) }) {
      makeRoom(keeping: scene)
    }
  }

  /// About what a scene takes in memory that has so many bytes when it is stored: as values it has more,
  /// and of its history there are both.
  static func estimate(_ payload: Int) -> Int { 40 * 1024 + 3 * payload }

  /// The number of scenes in memory.
  var count: Int { state.withLock(\.order.count) }

  /// Notes that a scene is in memory.
  func add(_ scene: LiveScene, of session: Session) {
    state.withLock { state in
      state.uses += 1
      let entry = Entry(scene, session, lastUse: state.uses)
      state.entries[ObjectIdentifier(scene)] = entry
      state.order.add(
        ObjectIdentifier(scene), of: session.client, bytes: Self.estimate(scene.wokenSize),
        rank: entry.rank)
    }
    makeRoom(keeping: scene)
  }

  /// Notes that a scene is gone.
  func forget(_ scene: LiveScene) {
    state.withLock { state in
      guard state.entries.removeValue(forKey: ObjectIdentifier(scene)) != nil else { return }
      state.order.remove(ObjectIdentifier(scene)) { [entries = state.entries] in entries[$0]?.rank }
    }
  }

  /// Scenes with effects go only if there are no others: their effects end.
  private func makeRoom(keeping kept: LiveScene) {
    var tried: Set = [ObjectIdentifier(kept)]
    var busy: [Entry] = []
    while tried.count <= Self.candidates, let entry = next(except: tried) {
      tried.insert(ObjectIdentifier(entry.scene))
      if !evict(entry, evenWithEffects: false) { busy.append(entry) }
    }
    for entry in busy where isOver { _ = evict(entry, evenWithEffects: true) }
  }

  private var isOver: Bool { state.withLock { excess(of: $0) != nil } }

  /// What there is too much of; `nil` if it's within the limits.
  private func excess(
    of state: State
  ) -> EvictionOrder<ObjectIdentifier, EvictionRank<UInt64>>.Share? {
    if state.order.count > limit { return .count(sceneShare) }
    return state.order.bytes > byteLimit ? .bytes(byteShare) : nil
  }

  /// The scene that is evicted first, if there are too many.
  private func next(except tried: Set<ObjectIdentifier>) -> Entry? {
    state.withLock { state in
      guard let share = excess(of: state) else { return nil }
      let entries = state.entries
      var uses = state.uses
      defer { state.uses = uses }
      let id = state.order.next(beyond: share, keeping: { tried.contains($0) }) { id in
        guard let entry = entries[id] else { return nil }
        // A use only raises a flag, so that a page costs no lock. It's noticed here.
        // Scenes are looked at in their order, and keep it.
        if entry.scene.takeUse() {
          uses += 1
          entry.lastUse.store(uses, ordering: .relaxed)
        }
        return entry.rank
      }
      return id.flatMap { entries[$0] }
    }
  }

  private func evict(_ entry: Entry, evenWithEffects: Bool) -> Bool {
    guard entry.scene.endIfIdle(evenWithEffects: evenWithEffects) else {
      // The next ones are looked at the next time: those that stay busy must not hide them.
      state.withLock { state in
        state.uses += 1
        entry.lastUse.store(state.uses, ordering: .relaxed)
      }
      return false
    }
    entry.session.remove(entry.scene)
    onEviction()
    return true
  }
}
