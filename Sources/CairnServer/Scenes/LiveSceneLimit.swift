import CairnSessions
import Synchronization

/// Limits the number and size of scenes in memory.
///
/// Beyond the limits, scenes are evicted in the order of ``SessionLimits``. Evicted scenes remain in the store, and are
/// loaded again when they're requested.
final class LiveSceneLimit: Sendable {
  private struct Entry: Sendable {
    let scene: LiveScene
    let session: Session
    /// The time of the last use, as ``State/time`` counts.
    var lastUse: UInt64
    /// The scene's hold at the last check.
    var hold = SceneHold.none
    /// The time of the last check, as ``State/time`` counts.
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

  /// The order in which scenes are evicted. Scenes without a hold come first, no matter whose they are.
  struct Rank: Comparable {
    let hold: SceneHold
    let standing: EvictionRank<UInt64>

    static func < (one: Self, other: Self) -> Bool {
      one.hold == other.hold ? one.standing < other.standing : one.hold < other.hold
    }

    /// Returns the lowest rank of a hold. Scenes with a weaker hold have lower ranks.
    static func first(heldBy hold: SceneHold) -> Self {
      Self(hold: hold, standing: EvictionRank(isEstablished: false, lastUse: 0))
    }
  }

  /// The scenes, by their numbers.
  private struct State: Sendable {
    var entries: [UInt64: Entry] = [:]
    var order = EvictionOrder<UInt64, Rank>()
    /// The scenes with a hold. Scenes that weren't checked for the longest time come first.
    var held = RankQueue<UInt64, UInt64>()
    /// Counts recorded uses and checks.
    var time: UInt64 = 0

    mutating func tick() -> UInt64 {
      time += 1
      return time
    }

    /// Records the hold of a scene.
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

    /// Returns the scene with a hold that wasn't checked for the longest time, and records the check.
    mutating func nextHeld() -> Entry? {
      // A copy that outlives this statement would force the dictionary to copy its entries at the next change.
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

  /// The maximum number of scenes. Scenes that requests wait for may exceed it.
  let limit: Int
  /// The maximum of the estimated size of all scenes, in bytes.
  private let byteLimit: Int
  private let sceneShare: Int
  private let byteShare: Int
  private let onEviction: @Sendable () -> Void
  private let state = Mutex(State())

  /// The number of scenes to check for each eviction, some of which may have a hold.
  private static let candidates = 16
  /// The number of scenes with a hold to check again each time. The other scenes are checked later.
  private static let looks = 4

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

  /// Records the size of a scene after it has changed.
  /// - Parameter payload: The size of the scene's encoded states, in bytes.
  func note(_ access: borrowing SceneAccess, payload: Int) {
    let scene = access.live
    let size = Self.estimate(payload) + access.scene.pageSize
    let isLarger = state.withLock { state in
      // The scene has changed, so its hold may be over.
      state.note(.none, of: scene.number)
      return state.order.resize(scene.number, to: size)
    }
    if isLarger { makeRoom(keeping: scene) }
  }

  /// Estimates a scene's size in memory, in bytes.
  ///
  /// The estimate is larger than the stored size because values take more memory than their encoded form, and the
  /// history is kept in both forms.
  /// - Parameter payload: The size of the scene in the store, in bytes.
  static func estimate(_ payload: Int) -> Int { 40 * 1024 + 3 * payload }

  /// The number of scenes in memory.
  var count: Int { state.withLock(\.order.count) }

  /// Adds a scene that's in memory now, and evicts others if there are too many.
  func add(_ scene: LiveScene, of session: Session) {
    state.withLock { state in
      let entry = Entry(scene, session, lastUse: state.tick())
      state.entries[scene.number] = entry
      state.order.add(
        scene.number, of: session.client, bytes: Self.estimate(scene.restoredSize), rank: entry.rank
      )
    }
    makeRoom(keeping: scene)
  }

  /// Removes a scene that's no longer in memory.
  func forget(_ scene: LiveScene) {
    state.withLock { state in
      guard state.entries.removeValue(forKey: scene.number) != nil else { return }
      state.order.remove(scene.number) { [entries = state.entries] in entries[$0]?.rank }
    }
  }

  /// Evicts scenes beyond the limits. Scenes with effects are evicted only if there are no others, because their
  /// effects end.
  private func makeRoom(keeping kept: LiveScene) {
    guard isOver else { return }
    lookAgain()
    if evict(heldBy: .none, keeping: kept) { _ = evict(heldBy: .effects, keeping: kept) }
  }

  private var isOver: Bool { state.withLock { excess(of: $0) != nil } }

  /// Returns the share that applies to the exceeded limit, or `nil` if all limits are met.
  private func excess(of state: State) -> EvictionOrder<UInt64, Rank>.Share? {
    if state.order.count > limit { return .count(sceneShare) }
    return state.order.bytes > byteLimit ? .bytes(byteShare) : nil
  }

  /// Checks some of the scenes with a hold again. They may have changed without being stored.
  private func lookAgain() {
    for _ in 0..<Self.looks {
      guard let entry = state.withLock({ $0.nextHeld() }) else { return }
      let hold = entry.scene.hold
      state.withLock { $0.note(hold, of: entry.scene.number) }
    }
  }

  /// Evicts scenes without a stronger hold. Returns whether all scenes beyond the limits were checked.
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

  /// Returns the scene to evict next, or `nil` if the limits are met or all scenes have a stronger hold.
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
        // Requests only set a flag, so that they don't need this lock. Their use is recorded here. Scenes are checked
        // in their order, so recording it keeps the order.
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
