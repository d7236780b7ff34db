import Synchronization

/// Bounds how many scenes are in memory: those that were not used for the longest time go on in the
/// store alone, until somebody asks for them.
final class LiveSceneLimit: Sendable {
  fileprivate struct Entry: Sendable {
    let scene: LiveScene
    let session: Session
  }

  /// The most scenes, but for those that somebody waits for.
  let limit: Int
  /// The most bytes of them, as far as that can be told.
  private let byteLimit: Int
  private let bytes = Atomic(0)
  private let entries = Mutex(RecencyList<ObjectIdentifier, Entry>())

  /// How many of the oldest are looked at, of which some may be busy.
  private static let candidates = 16

  init(_ limit: Int, bytes: Int = .max) {
    self.limit = max(0, limit)
    byteLimit = bytes
  }

  private var isOver: Bool { count > limit || bytes.load(ordering: .relaxed) > byteLimit }

  /// Notes how large a scene has become. To be called under its lock.
  func note(_ scene: LiveScene, payload: Int) {
    let hasGrown = entries.withLock { entries in
      guard entries.peek(ObjectIdentifier(scene)) != nil else { return false }
      let difference = scene.setSize(Self.estimate(payload + scene.sizeAside) + scene.pageSize)
      bytes.add(difference, ordering: .relaxed)
      return difference > 0
    }
    if hasGrown, isOver { makeRoom(keeping: scene) }
  }

  /// About what a scene takes in memory that has so many bytes when it is stored: as values it has more,
  /// and of its history there are both.
  static func estimate(_ payload: Int) -> Int { 40 * 1024 + 3 * payload }

  /// The number of scenes in memory.
  var count: Int { entries.withLock(\.count) }

  /// Notes that a scene is in memory.
  func add(_ scene: LiveScene, of session: Session) {
    entries.withLock { entries in
      bytes.add(scene.setSize(Self.estimate(scene.wokenSize)), ordering: .relaxed)
      entries.insert(
        Entry(scene: scene, session: session), for: ObjectIdentifier(scene),
        at: ContinuousClock.now)
    }
    if isOver { makeRoom(keeping: scene) }
  }

  /// Notes that a scene is gone.
  func forget(_ scene: LiveScene) {
    entries.withLock { entries in
      guard entries.remove(ObjectIdentifier(scene)) != nil else { return }
      bytes.add(scene.setSize(0), ordering: .relaxed)
    }
  }

  /// Scenes with effects go only where there are no others: their effects end.
  private func makeRoom(keeping kept: LiveScene) {
    var busy = entries.withLock { $0.leastUsed(Self.candidates) }.filter { $0.scene !== kept }
    for evenWithEffects in [false, true] {
      busy = busy.filter { entry in
        guard isOver, entry.scene.endIfIdle(evenWithEffects: evenWithEffects) else {
          return true
        }
        entry.session.remove(entry.scene)
        return false
      }
      if !isOver { return }
    }
    // The next ones are looked at the next time: those that stay busy must not hide them.
    entries.withLock { entries in
      for entry in busy { entries.touch(ObjectIdentifier(entry.scene), at: .now) }
    }
  }
}

extension RecencyList<ObjectIdentifier, LiveSceneLimit.Entry> {
  /// The entries that were not used for the longest time, and then some that were used since.
  ///
  /// A use only raises a flag, so that a page costs no lock: who was used since becomes the newest
  /// here, where somebody looks.
  fileprivate mutating func leastUsed(_ limit: Int) -> [LiveSceneLimit.Entry] {
    for _ in 0..<count {
      guard let (key, value, _) = leastRecent, value.scene.takeUse() else { break }
      touch(key, at: ContinuousClock.now)
    }
    let oldest = oldest(limit)
    return oldest.filter { !$0.scene.wasUsed } + oldest.filter(\.scene.wasUsed)
  }
}
