import Synchronization

/// Bounds how many scenes are in memory: those that were not used for the longest time go on in the
/// store alone, until somebody asks for them.
final class LiveSceneLimit: Sendable {
  private struct Entry: Sendable {
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

  /// Notes that a scene is used.
  func use(_ scene: LiveScene, of session: Session) {
    let id = ObjectIdentifier(scene)
    let excess: [Entry] = entries.withLock { entries in
      let now = ContinuousClock.now
      guard entries.peek(id) == nil else {
        entries.touch(id, at: now)
        return []
      }
      entries.insert(Entry(scene: scene, session: session), for: id, at: now)
      return entries.count > limit ? entries.oldest(Self.candidates) : []
    }
    if !excess.isEmpty { makeRoom(excess.filter { $0.scene !== scene }) }
  }

  /// Notes that a scene is gone.
  func forget(_ scene: LiveScene) {
    _ = entries.withLock { $0.remove(ObjectIdentifier(scene)) }
  }

  /// Scenes with effects go only where there are no others: their effects end.
  private func makeRoom(_ oldest: [Entry]) {
    for evenWithEffects in [false, true] {
      for entry in oldest where entry.scene.endIfIdle(evenWithEffects: evenWithEffects) {
        entry.session.remove(entry.scene)
        forget(entry.scene)
        if count <= limit { return }
      }
    }
  }
}
