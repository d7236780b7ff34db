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
  private let entries = Mutex(RecencyList<ObjectIdentifier, Entry>())

  /// How many of the oldest are looked at, of which some may be busy.
  private static let candidates = 16

  init(_ limit: Int) {
    self.limit = max(0, limit)
  }

  /// The number of scenes in memory.
  var count: Int { entries.withLock(\.count) }

  /// Notes that a scene is in memory.
  func add(_ scene: LiveScene, of session: Session) {
    let isFull = entries.withLock { entries in
      entries.insert(
        Entry(scene: scene, session: session), for: ObjectIdentifier(scene),
        at: ContinuousClock.now)
      return entries.count > limit
    }
    if isFull { makeRoom(keeping: scene) }
  }

  /// Notes that a scene is gone.
  func forget(_ scene: LiveScene) {
    _ = entries.withLock { $0.remove(ObjectIdentifier(scene)) }
  }

  /// Scenes with effects go only where there are no others: their effects end.
  private func makeRoom(keeping kept: LiveScene) {
    var busy = entries.withLock { $0.leastUsed(Self.candidates) }.filter { $0.scene !== kept }
    for evenWithEffects in [false, true] {
      busy = busy.filter { entry in
        guard count > limit, entry.scene.endIfIdle(evenWithEffects: evenWithEffects) else {
          return true
        }
        entry.session.remove(entry.scene)
        return false
      }
      if count <= limit { return }
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
