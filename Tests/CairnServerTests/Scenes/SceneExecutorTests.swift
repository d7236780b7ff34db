import CairnViews
import Testing

@testable import CairnServer

/// The work of a view's `.task` touches the scene's stores: it has the scene's lock whenever it runs.
@Suite(.timeLimit(.minutes(30))) struct SceneExecutorTests {
  private let isolation = SceneIsolation()

  private var hasLock: Bool { isolation.tryLock {} == nil }

  private func run(_ work: @escaping Appearance.AsyncWork) async {
    let work = SceneWork(body: work)
    await Task(executorPreference: SceneExecutor(isolation)) { await work.body() }.value
  }

  private func expectsLock() async {
    #expect(hasLock)
    await Task.yield()
    #expect(hasLock)
    await Task.detached { await Task.yield() }.value
    #expect(hasLock)
    await MainActor.run {}
    #expect(hasLock)
    await Elsewhere().work()
    #expect(hasLock)
  }

  private actor Elsewhere {
    func work() {}
  }

  /// A thread is asked for its number anew after a suspension, which may have led to another thread.
  @Test func whoHasTheLockIsKnownOnAnyThread() async {
    let isolation = isolation
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask {
          var isKnown = true
          for _ in 0..<100 {
            await Task.yield()
            isolation.withLock { isKnown = isKnown && !isolation.enter() }
          }
          return isKnown
        }
      }
      for await isKnown in group { #expect(isKnown) }
    }
  }

  @Test func workHasTheLockBeforeAndAfterItWaits() async {
    await run {
      #expect(hasLock)
      await Task.yield()
      #expect(hasLock)
      await Task.detached { await Task.yield() }.value
      #expect(hasLock)
      await MainActor.run {}
      #expect(hasLock)
      await Elsewhere().work()
      #expect(hasLock)
    }
  }

  /// Swift 6.3 takes such a closure for one that leaves its caller's isolation.
  @Test func workWithACaptureListHasTheLock() async {
    await run { [self] in
      #expect(hasLock)
      await Task.yield()
      #expect(hasLock)
      await MainActor.run {}
      #expect(hasLock)
    }
  }

  @Test func aMethodHasTheLock() async {
    await run(expectsLock)
  }

  @Test func whatDoesNotWaitHasTheLock() async {
    await run { #expect(hasLock) }
  }

  @Test func childTasksHaveTheLockInTurn() async {
    await run {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 { group.addTask { await expectsLock() } }
      }
      #expect(hasLock)
    }
  }

  @Test func whoAsksForTheLockThereHasIt() async {
    var isDone = false
    await run {
      await isolation.perform { #expect(hasLock) }
      isDone = true
    }
    #expect(isDone)
  }
}
