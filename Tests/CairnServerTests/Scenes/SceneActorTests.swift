import Testing

@testable import CairnServer

/// The work of a view's `.task` touches the scene's stores: it has the scene's lock whenever it runs.
@Suite struct SceneActorTests {
  @Test func workHasTheLockBeforeAndAfterItWaits() async {
    let isolation = SceneIsolation()
    let actor = SceneActor(isolation)
    func hasLock() -> Bool { isolation.tryLock {} == nil }
    await actor.run(
      SceneWork {
        #expect(hasLock())
        await Task.yield()
        #expect(hasLock())
        await isolation.perform {}
        #expect(hasLock())
      })
    #expect(!hasLock())
    #expect(await actor.running == 0)
  }
}
