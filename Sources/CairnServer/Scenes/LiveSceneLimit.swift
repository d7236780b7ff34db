import CairnSessions
import Synchronization

/// Bounds how many scenes are in memory. Beyond the limits, scenes are evicted in the order of ``SessionLimits``: they
/// continue in the store alone, until they are requested.
final class LiveSceneLimit: Sendable {
  /// A scene in memory.
  private struct Entry: Sendable {
    let scene: LiveScene
    let session: Session
    /// When it was used last, as ``State/time`` counts.
    var lastUse: UInt64
    /// What kept it in memory when that was looked at last.
    var hold = SceneHold.none
    /// When that was, as ``State/time`` counts.
    var lastLook: UInt64 = 0

    init(_ scene: LiveScene, _ session: Session, lastUse: UInt64) {
      self.scene = scene
      self.session = session
      self.lastUse = lastUse
    }

    var rank: Rank {
      Rank(
        hold: hold, standing: EvictionRank(isEstablished: session.isEstablished, lastUse: lastUse))
    }
  }

  /// Scenes that nothing holds come first, whoever's they are.
  struct Rank: Comparable {
    let hold: SceneHold
    let standing: EvictionRank<UInt64>

    static func < (one: Self, other: Self) -> Bool {
      one.hold == other.hold ? one.standing < other.standing : one.hold < other.hold
    }

    /// The ranks of scenes that something weaker holds are lower.
    static func first(heldBy hold: SceneHold) -> Self {
      Self(hold: hold, standing: EvictionRank(isEstablished: false, lastUse: 0))
    }
  }

  /// The scenes are known by their numbers.
  private struct State: Sendable {
    var entries: [UInt64: Entry] = [:]
    var order = EvictionOrder<UInt64, Rank>()
    /// The scenes that something holds. Those that weren't looked at for the longest time come first.
    var held = RankQueue<UInt64, UInt64>()
    /// Counts uses that were noticed, and looks.
    var time: UInt64 = 0

    mutating func tick() -> UInt64 {
      time += 1
      return time
    }

    /// Notes what holds a scene.
    mutating func note(_ hold: SceneHold, of number: UInt64) {
      guard var entry = entries[number], entry.hold != hold else { return }
      let earlier = entry.hold
      entry.hold = hold
      if earlier == .none { entry.lastLook = tick() }
      entries[number] = entry
      let entries = entries
      if hold < earlier { order.lower(number, to: entry.rank) { entries[$0]?.rank } }
      guard earlier == .none else { return }
      held.insert(number, rank: entry.lastLook)
      held.compact(count: entries.count) { Self.lastLook($0, entries) }
    }

    /// The scene that something holds and that wasn't looked at for the longest time.
    mutating func nextHeld() -> Entry? {
      // A copy of the entries that outlives this would be made one by one when they change.
      let number = held.lowest { [entries] in Self.lastLook($0, entries) }
      guard let number else { return nil }
      let time = tick()
      entries[number]?.lastLook = time
      return entries[number]
    }

    private static func lastLook(_ number: UInt64, _ entries: [UInt64: Entry]) -> UInt64? {
      entries[number].flatMap { $0.hold == .none ? nil : $0.lastLook }
    }
  }

  /// The maximum number of scenes, except for those that requests wait for.
  let limit: Int
  /// The maximum number of their bytes, as far as that can be told.
  private let byteLimit: Int
  private let sceneShare: Int
  private let byteShare: Int
  private let onEviction: @Sendable () -> Void
  private let state = Mutex(State())

  /// How many scenes are looked at each time, some of which may be held.
  private static let candidates = 16
  /// How many of those that something held are looked at again each time. The others have to have a turn too.
  private static let looks = 4

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

  /// Notes how large a scene has become.
  /// - Parameter payload: The size of its states when they're encoded, in bytes.
  func note(_ access: borrowing SceneAccess, payload: Int) {
    let scene = access.live
    let size = Self.estimate(payload) + access.scene.pageSize
    let isLarger = state.withLock { state in
      // It has changed: what held it may hold it no longer.
      state.note(.none, of: scene.number)
      return state.order.resize(scene.number, to: size)
    }
    if isLarger { makeRoom(keeping: scene) }
  }

  /// About what a scene takes in memory that has so many bytes when it is stored: as values it has more,
  /// and of its history there are both.
  static func estimate(_ payload: Int) -> Int { 40 * 1024 + 3 * payload }

  /// The number of scenes in memory.
  var count: Int { state.withLock(\.order.count) }

  /// Notes that a scene is in memory.
  func add(_ scene: LiveScene, of session: Session) {
    state.withLock { state in
      let entry = Entry(scene, session, lastUse: state.tick())
      state.entries[scene.number] = entry
      state.order.add(
        scene.number, of: session.client, bytes: Self.estimate(scene.wokenSize), rank: entry.rank)
    }
    makeRoom(keeping: scene)
  }

  /// Notes that a scene is gone.
  func forget(_ scene: LiveScene) {
    state.withLock { state in
      guard state.entries.removeValue(forKey: scene.number) != nil else { return }
      state.order.remove(scene.number) { [entries = state.entries] in entries[$0]?.rank }
    }
  }

  /// Scenes with effects go only if there are no others: their effects end.
  private func makeRoom(keeping kept: LiveScene) {
    guard isOver else { return }
    lookAgain()
    if evict(heldBy: .none, keeping: kept) { _ = evict(heldBy: .effects, keeping: kept) }
  }

  private var isOver: Bool { state.withLock { excess(of: $0) != nil } }

  /// What there is too much of; `nil` if it's within the limits.
  private func excess(of state: State) -> EvictionOrder<UInt64, Rank>.Share? {
    if state.order.count > limit { return .count(sceneShare) }
    return state.order.bytes > byteLimit ? .bytes(byteShare) : nil
  }

  /// Looks at some of the scenes that couldn't go, which may have changed without being stored.
  private func lookAgain() {
    for _ in 0..<Self.looks {
      guard let entry = state.withLock({ $0.nextHeld() }) else { return }
      let hold = entry.scene.hold
      state.withLock { $0.note(hold, of: entry.scene.number) }
    }
  }

  /// Evicts scenes that nothing stronger holds; answers whether all that are too many were looked at.
  private func evict(heldBy hold: SceneHold, keeping kept: LiveScene) -> Bool {
    for _ in 0..<Self.candidates {
      guard let entry = next(heldBy: hold, keeping: kept) else { return true }
      if let stronger = entry.scene.endIfIdle(evenWithEffects: hold == .effects) {
        state.withLock { $0.note(stronger, of: entry.scene.number) }
      } else {
        entry.session.remove(entry.scene)
        onEviction()
      }
    }
    return false
  }

  /// The scene that is evicted first, if there are too many and one is held by nothing stronger.
  private func next(heldBy hold: SceneHold, keeping kept: LiveScene) -> Entry? {
    state.withLock { state in
      guard let share = excess(of: state) else { return nil }
      var entries = state.entries
      state.entries = [:]
      var time = state.time
      let number = state.order.next(
        beyond: share, before: .first(heldBy: hold == .none ? .effects : .work),
        keeping: { $0 == kept.number }
      ) { number in
        // A use only raises a flag, so that a page costs no lock. It's noticed here.
        // Scenes are looked at in their order, and keep it.
        if entries[number]?.scene.takeUse() == true {
          time += 1
          entries[number]?.lastUse = time
        }
        return entries[number]?.rank
      }
      state.time = time
      state.entries = entries
      return number.flatMap { entries[$0] }
    }
  }
}
