import CairnSessions
import Testing

@testable import CairnServer

/// What happens in memory when the lease of a scene is over.
struct SceneLeaseTests {
  /// Records what happens in a scene.
  private final class Observer: SceneIsolationOwner {
    var events: [String] = []

    func isolationActed() {}
    func isolationChangedByEffect() {}
    func isolationChangedForRequest() {}
    func isolationEndedEffect() {}
    func isolationLent(_ isLent: Bool) {}
    func isolationLostLease() { events.append("lost") }
  }

  private let term = LeaseTerm(until: .now + .seconds(3600))
  private let observer = Observer()
  private let isolation: SceneIsolation

  init() {
    isolation = SceneIsolation(under: term)
    isolation.owner = observer
  }

  /// Runs a closure in the scene as an effect does.
  private func inside(_ body: () -> Void) {
    let hasEntered = isolation.enter()
    body()
    if hasEntered { isolation.leave() }
  }

  @Test func `A scene whose lease is over ends before its effects continue`() {
    inside { observer.events.append("effect") }
    term.finish()
    inside { observer.events.append("late effect") }
    #expect(observer.events == ["effect", "lost", "late effect"])
  }

  @Test func `A scene that has ended doesn't end again`() {
    term.finish()
    isolation.withLock { isolation.end() }
    isolation.owner = observer
    inside { observer.events.append("late effect") }
    #expect(observer.events == ["late effect"])
  }

  @Test func `Another server waits until the last effect has ended`() {
    isolation.withLock {
      isolation.runningEffectsChanged(by: 2)
      isolation.end()
      isolation.whenEffectsEnd { observer.events.append("ended") }
    }
    inside { isolation.runningEffectsChanged(by: -1) }
    #expect(observer.events == [])
    inside { isolation.runningEffectsChanged(by: -1) }
    #expect(observer.events == ["ended"])
    isolation.withLock { isolation.whenEffectsEnd { observer.events.append("none") } }
    #expect(observer.events == ["ended", "none"])
  }

  @Test func `A scene is claimed until the last request has its response`() {
    let claims = SceneClaims()
    let scene = LeasedScene(session: StoredSession.ID(bits: 1), sceneID: .init(known: "k3"))
    var requests: [SceneClaim] = []
    for _ in 0..<2 {
      claims.begin(scene)
      requests.append(SceneClaim(scene, Lease(term: term, isPassed: true), in: claims))
    }
    requests.removeFirst()
    #expect(claims.contains(scene))
    requests.removeFirst()
    #expect(!claims.contains(scene))
  }
}
