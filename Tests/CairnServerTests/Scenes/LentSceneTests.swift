import CairnFeatures
import CairnReducers
import Foundation
import LockCircles
import Synchronization
import Testing

@testable import CairnServer

/// Threads that each hold a scene and enter another thread's scene.
@Suite(.timeLimit(.minutes(30))) struct LentSceneTests {
  /// Lets each thread enter its scene. When all have entered, each enters the next thread's scene.
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
    #expect(ended.count == isolations.count, "Threads wait for each other")
  }

  @Test(arguments: [2, 3, 7]) func `A ring of scenes doesn't deadlock`(_ count: Int) async {
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

  /// Changes in a scene that a request has lent are announced when the request ends.
  @Test(arguments: [true, false]) func `A change in a lent scene is announced`(_ isRequest: Bool)
    async
  {
    let isolations = (0..<2).map { _ in SceneIsolation() }
    let (announcements, announce) = AsyncStream<Int>.makeStream()
    let owners = (0..<2).map { number in
      IsolationObserver(onEffect: { announce.yield(number) })
    }
    for (isolation, owner) in zip(isolations, owners) { isolation.owner = owner }
    await ring(of: isolations, isRequest: isRequest) { number in
      isolations[1 - number].actionProcessed()
    }
    var announced: Set<Int> = []
    for await number in announcements {
      announced.insert(number)
      if announced.count == 2 { break }
    }
    #expect(announced == [0, 1])
    withExtendedLifetime(owners) {}
  }

  @Test func `Reading a lent scene isn't announced`() async {
    let isolations = (0..<2).map { _ in SceneIsolation() }
    let (announcements, announce) = AsyncStream<Int>.makeStream()
    let owners = (0..<2).map { number in
      IsolationObserver(onEffect: { announce.yield(number) })
    }
    for (isolation, owner) in zip(isolations, owners) { isolation.owner = owner }
    for _ in 0..<50 { await ring(of: isolations) { _ in } }
    await ring(of: isolations) { number in isolations[1 - number].actionProcessed() }
    var announced: [Int] = []
    for await number in announcements {
      announced.append(number)
      if Set(announced).count == 2 { break }
    }
    #expect(announced.count == 2)
    withExtendedLifetime(owners) {}
  }

  /// The holder assigns keys to the actions of its own submission only.
  @Test func `The holder is notified when its scene is lent`() async {
    let isolations = (0..<2).map { _ in SceneIsolation() }
    let changes = Mutex<[[Bool]]>([[], []])
    let owners = (0..<2).map { number in
      IsolationObserver(onLend: { isLent in changes.withLock { $0[number].append(isLent) } })
    }
    for (isolation, owner) in zip(isolations, owners) { isolation.owner = owner }
    await ring(of: isolations, isRequest: true) { number in
      let next = isolations[1 - number]
      // Which scene is lent depends on which thread comes first.
      #expect(changes.withLock { $0[1 - number].last ?? false } == next.isLent)
    }
    let all = changes.withLock { $0 }
    #expect(all.filter { $0 == [true, false] }.count == 1)
    #expect(all.filter(\.isEmpty).count == 1)
    withExtendedLifetime(owners) {}
  }

  @Test func `A borrower's action doesn't count as sent from the reducer`() async {
    let isolation = SceneIsolation()
    let circle = LockCircle()
    let handed = StoreIsolationContext.$current.withValue(isolation) {
      HandedStore(
        store: CairnReducers.Store(initialState: 0) {
          Reduce<Int, Bool> { count, waits in
            count += 1
            if waits { circle.waitForOther() }
            return .none
          }
        })
    }
    await circle.run {
      isolation.withLock { _ = handed.store.send(true) }
    } borrower: {
      isolation.inside { handed.store.send(false) }
    }
    #expect(isolation.withLock { handed.store.state } == 2)
    #expect(circle.issues.isEmpty)
  }

  @Test func `A lent scene is returned to its thread`() async {
    let isolations = (0..<2).map { _ in SceneIsolation() }
    let depth = Mutex(0)
    await ring(of: isolations) { number in
      // In the nested call, the thread still holds its original scene.
      isolations[number].inside { depth.withLock { $0 += 1 } }
      #expect(isolations[number].isHeldHere)
      #expect(isolations[1 - number].isHeldHere)
    }
    #expect(depth.withLock { $0 } == 2)
    for isolation in isolations { isolation.withLock { #expect(isolation.isHeldHere) } }
  }
}

/// A store that two threads use. The test decides when each may use it.
private struct HandedStore: @unchecked Sendable {
  let store: CairnReducers.Store<Int, Bool>
}

/// Observes a scene.
private final class IsolationObserver: SceneIsolationOwner {
  private let onEffect: () -> Void
  private let onLend: (Bool) -> Void

  init(onEffect: @escaping () -> Void = {}, onLend: @escaping (Bool) -> Void = { _ in }) {
    self.onEffect = onEffect
    self.onLend = onLend
  }

  func isolationActed() {}

  func isolationChangedByEffect() { onEffect() }

  func isolationChangedForRequest() {}

  func isolationEndedEffect() {}

  func isolationLent(_ isLent: Bool) { onLend(isLent) }

  func isolationLostLease() {}
}

extension SceneIsolation {
  /// Runs a closure in the scene as an effect does.
  fileprivate func inside(_ body: () -> Void) {
    let hasEntered = enter()
    body()
    if hasEntered { leave() }
  }
}
