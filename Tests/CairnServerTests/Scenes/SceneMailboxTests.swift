import Synchronization
import Testing

@testable import CairnServer

/// Work that is posted to a scene and runs when the scene's lock is free.
@Suite struct SceneMailboxTests {
  /// Records events in order.
  private final class Trace: Sendable {
    private let entries = Mutex<[String]>([])

    func note(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock(\.self) }
  }

  /// Records each thread's completed work.
  private final class Done: Sendable {
    private let numbers = Mutex<[Int: [Int]]>([:])

    func note(_ number: Int, of thread: Int) {
      numbers.withLock { $0[thread, default: []].append(number) }
    }

    var all: [Int: [Int]] { numbers.withLock(\.self) }
  }

  private let isolation = SceneIsolation()
  private let trace = Trace()

  private func post(_ name: String) {
    isolation.post { [isolation, trace] in
      trace.note("\(name)\(isolation.isHeldHere ? "" : " without the lock")")
    }
  }

  @Test func `Work that is posted to a free scene runs immediately`() {
    post("a")
    #expect(trace.all == ["a"])
    #expect(!isolation.isHeld)
  }

  @Test func `Work that is posted to a busy scene runs afterward, in order`() {
    isolation.withLock {
      post("a")
      post("b")
      trace.note("work")
    }
    #expect(trace.all == ["work", "a", "b"])
    #expect(!isolation.isHeld)
  }

  @Test func `Work that is posted by posted work runs after it`() {
    isolation.post { [self] in
      post("c")
      trace.note("a")
      post("d")
    }
    #expect(trace.all == ["a", "c", "d"])
  }

  @Test func `Deferred work runs without the lock, before posted work`() {
    isolation.withLock {
      post("posted")
      isolation.afterward { [isolation, trace] in
        trace.note(isolation.isHeld ? "under the lock" : "afterward")
      }
      trace.note("work")
    }
    #expect(trace.all == ["work", "afterward", "posted"])
  }

  @Test func `Deferred work can take the lock`() {
    isolation.withLock {
      isolation.afterward { [isolation, trace] in
        isolation.withLock { trace.note("again") }
      }
    }
    #expect(trace.all == ["again"])
  }

  @Test func `Work that is posted during tryLock runs`() {
    let result = isolation.tryLock {
      post("a")
      return 1
    }
    #expect(result == 1)
    #expect(trace.all == ["a"])
    isolation.withLock {
      #expect(isolation.tryLock { 1 } == nil)
    }
  }

  @Test func `Work that is posted while an effect holds the lock runs when it leaves`() {
    let hasEntered = isolation.enter()
    #expect(hasEntered)
    post("a")
    #expect(trace.all == [])
    isolation.leave()
    #expect(trace.all == ["a"])
  }

  @Test func `Work from many threads runs once, in the order of each thread`() async {
    let done = Done()
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask { [isolation] in
          for number in 0..<250 {
            isolation.post {
              #expect(isolation.isHeldHere)
              done.note(number, of: thread)
            }
          }
        }
      }
    }
    // When the last thread has posted, the holder can still have work to do. It runs before the lock is free.
    isolation.withLock {}
    #expect(done.all == Dictionary(uniqueKeysWithValues: (0..<4).map { ($0, Array(0..<250)) }))
  }
}
