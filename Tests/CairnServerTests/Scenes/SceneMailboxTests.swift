import Synchronization
import Testing

@testable import CairnServer

/// What is posted to a scene, and what is done when its lock is free.
@Suite struct SceneMailboxTests {
  /// What happened, in order.
  private final class Trace: Sendable {
    private let entries = Mutex<[String]>([])

    func note(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock(\.self) }
  }

  /// What each thread has had done.
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

  @Test func `what is posted to a free scene is done at once`() {
    post("a")
    #expect(trace.all == ["a"])
    #expect(!isolation.isHeld)
  }

  @Test func `what is posted to a busy scene is done when that's done, in order`() {
    isolation.withLock {
      post("a")
      post("b")
      trace.note("work")
    }
    #expect(trace.all == ["work", "a", "b"])
    #expect(!isolation.isHeld)
  }

  @Test func `what is posted by posted work follows it`() {
    isolation.post { [self] in
      post("c")
      trace.note("a")
      post("d")
    }
    #expect(trace.all == ["a", "c", "d"])
  }

  @Test func `what is done afterward is done without the lock, before what was posted`() {
    isolation.withLock {
      post("posted")
      isolation.afterward { [isolation, trace] in
        trace.note(isolation.isHeld ? "under the lock" : "afterward")
      }
      trace.note("work")
    }
    #expect(trace.all == ["work", "afterward", "posted"])
  }

  @Test func `what is done afterward may take the lock`() {
    isolation.withLock {
      isolation.afterward { [isolation, trace] in
        isolation.withLock { trace.note("again") }
      }
    }
    #expect(trace.all == ["again"])
  }

  @Test func `a scene that is tried and was posted to is not left behind`() {
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

  @Test func `an effect that is posted to meanwhile does it, too`() {
    let hasEntered = isolation.enter()
    #expect(hasEntered)
    post("a")
    #expect(trace.all == [])
    isolation.leave()
    #expect(trace.all == ["a"])
  }

  @Test func `what many threads post is done once each, and in the order of each thread`() async {
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
    // What the last poster has left to the holder is done when that has let go.
    isolation.withLock {}
    #expect(done.all == Dictionary(uniqueKeysWithValues: (0..<4).map { ($0, Array(0..<250)) }))
  }
}
