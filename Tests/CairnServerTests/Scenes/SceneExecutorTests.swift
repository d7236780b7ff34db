import CairnViews
import Testing

@testable import CairnServer

/// Work of a view's `.task` uses the scene's stores, so it holds the scene's lock whenever it runs.
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

  /// The thread's ID must be read again after a suspension, because the task can resume on another thread.
  @Test func `The holder of the lock is known on any thread`() async {
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

  @Test func `Work holds the lock before and after it suspends`() async {
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

  /// Swift 6.3 treats such a closure as leaving its caller's isolation.
  @Test func `A closure with a capture list holds the lock`() async {
    await run { [self] in
      #expect(hasLock)
      await Task.yield()
      #expect(hasLock)
      await MainActor.run {}
      #expect(hasLock)
    }
  }

  @Test func `A method holds the lock`() async {
    await run(expectsLock)
  }

  @Test func `Work without suspensions holds the lock`() async {
    await run { #expect(hasLock) }
  }

  @Test func `Child tasks take turns holding the lock`() async {
    await run {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 { group.addTask { await expectsLock() } }
      }
      #expect(hasLock)
    }
  }

  @Test func `Work that requests the lock again has it`() async {
    var isDone = false
    await run {
      await isolation.perform { #expect(hasLock) }
      isDone = true
    }
    #expect(isDone)
  }
}
