import CairnFeatures
import Synchronization
import Testing

/// Values that are used only under an isolation.
@Suite(.timeLimit(.minutes(30))) struct IsolationBoundTests {
  /// An isolation that knows whether a closure runs under it.
  private final class Observed: StoreIsolation {
    private let lock = OwnLock()
    private let inside = Atomic(false)
    private let closures = Atomic(0)

    var isInside: Bool { inside.load(ordering: .relaxed) }
    /// The number of closures it has performed.
    var count: Int { closures.load(ordering: .relaxed) }

    func perform(_ body: @escaping @Sendable () -> Void) async {
      lock.performNow {
        inside.store(true, ordering: .relaxed)
        body()
        inside.store(false, ordering: .relaxed)
        closures.add(1, ordering: .relaxed)
      }
    }

    func runningEffectsChanged(by difference: Int) {}
    func actionProcessed() {}
  }

  /// A class that isn't `Sendable`.
  private final class Sums {
    var values: [Int] = []
  }

  @Test func `A value is used under its isolation`() async {
    let isolation = Observed()
    let places = Mutex<[Bool]>([])
    let bound = IsolationBound(Sums(), to: isolation)
    await bound.perform { sums in
      sums.values.append(1)
      let isInside = isolation.isInside
      places.withLock { $0.append(isInside) }
    }
    #expect(places.withLock { $0 } == [true])
    #expect(isolation.count == 1)
    #expect(!isolation.isInside)
  }

  @Test func `An input is passed to the isolated value`() async {
    let bound = IsolationBound(Sums(), to: Observed())
    let seen = Mutex<[Int]>([])
    for number in 1...3 {
      let input = Sums()
      input.values = [number]
      await bound.perform(with: input) { sums, input in
        sums.values += input.values
        let values = sums.values
        seen.withLock { $0 = values }
      }
    }
    #expect(seen.withLock { $0 } == [1, 2, 3])
  }

  @Test func `Many concurrent uses take turns`() async {
    let isolation = Observed()
    let bound = IsolationBound(Sums(), to: isolation)
    await withTaskGroup { group in
      for number in 0..<1000 {
        group.addTask { await bound.perform(with: number) { $0.values.append($1) } }
      }
    }
    let seen = Mutex<[Int]>([])
    await bound.perform { sums in
      let values = sums.values
      seen.withLock { $0 = values }
    }
    #expect(seen.withLock { $0.sorted() } == Array(0..<1000))
    #expect(isolation.count == 1001)
  }

  @MainActor @Test func `A value of the main actor is used without waiting there`() {
    let sums = Sums()
    let bound = IsolationBound(sums, to: MainActorIsolation.shared)
    bound.performOnMainActor { $0.values.append(7) }
    #expect(sums.values == [7])
  }
}
