import Foundation
import Synchronization
import Testing

@testable import CairnServer

/// Threads that are in one scene each, and go into another's.
@Suite(.timeLimit(.minutes(1))) struct LentSceneTests {
  /// Lets one thread after another into its scene; when all are there, each goes into the next one's.
  private func ring(
    of isolations: [SceneIsolation],
    isRequest: Bool = false,
    _ body: @escaping @Sendable (_ number: Int) -> Void
  ) async {
    let (ends, end) = AsyncStream<Int>.makeStream()
    let arrived = DispatchSemaphore(value: 0)
    let together = DispatchSemaphore(value: 0)
    for number in isolations.indices {
      Thread.detachNewThread {
        let own = isolations[number]
        let next = isolations[(number + 1) % isolations.count]
        func work() {
          arrived.signal()
          together.wait()
          next.inside { body(number) }
        }
        if isRequest { own.withLock(work) } else { own.inside(work) }
        end.yield(number)
      }
      arrived.wait()
    }
    for _ in isolations { together.signal() }
    var ended: Set<Int> = []
    for await number in ends {
      ended.insert(number)
      if ended.count == isolations.count { break }
    }
    #expect(ended.count == isolations.count, "Threads wait for each other.")
  }

  @Test(arguments: [2, 3, 7]) func aRingOfScenesIsNotStuck(_ count: Int) async {
    let isolations = (0..<count).map { _ in SceneIsolation() }
    let visits = Mutex([Int](repeating: 0, count: count))
    await ring(of: isolations) { number in
      let next = isolations[(number + 1) % count]
      #expect(next.isHeldHere)
      visits.withLock { $0[number] += 1 }
    }
    #expect(visits.withLock { $0 } == Array(repeating: 1, count: count))
    for isolation in isolations { #expect(!isolation.isHeld) }
  }

  /// What is done in a scene that a request has lent is announced when the request has ended.
  @Test(arguments: [true, false]) func aChangeInALentSceneIsAnnounced(_ isRequest: Bool) async {
    let isolations = (0..<2).map { _ in SceneIsolation() }
    let (announcements, announce) = AsyncStream<Int>.makeStream()
    for (number, isolation) in isolations.enumerated() {
      isolation.onEffect = { announce.yield(number) }
    }
    await ring(of: isolations, isRequest: isRequest) { number in
      isolations[1 - number].actionProcessed()
    }
    var announced: Set<Int> = []
    for await number in announcements {
      announced.insert(number)
      if announced.count == 2 { break }
    }
    #expect(announced == [0, 1])
  }

  @Test func aLentSceneGoesBackToItsThread() async {
    let isolations = (0..<2).map { _ in SceneIsolation() }
    let depth = Mutex(0)
    await ring(of: isolations) { number in
      // Deeper in: the scene that it came from is still its own.
      isolations[number].inside { depth.withLock { $0 += 1 } }
      #expect(isolations[number].isHeldHere)
      #expect(isolations[1 - number].isHeldHere)
    }
    #expect(depth.withLock { $0 } == 2)
    for isolation in isolations { isolation.withLock { #expect(isolation.isHeldHere) } }
  }
}

extension SceneIsolation {
  /// Does something in the scene as an effect does.
  fileprivate func inside(_ body: () -> Void) {
    let hasEntered = enter()
    body()
    if hasEntered { leave() }
  }
}
