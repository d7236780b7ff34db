import CairnDependencies
import CairnReducers
import Foundation
import Synchronization
import Testing

@MainActor
struct SharedChangesTests {
  @Test func `The values sequence has the current value and then distinct changes`() async {
    @Shared(value: 0) var count
    var values = $count.values.makeAsyncIterator()
    for number in [0, 1, 1, 2, 2, 3] { $count.withLock { $0 = number } }
    for expected in 0...3 { #expect(await values.next() == expected) }
  }

  @Test func `The values of a part leave out changes of other parts`() async {
    struct Pair: Sendable { var left = 0, right = 0 }
    @Shared(value: Pair()) var pair
    var values = SharedReader($pair.left).values.makeAsyncIterator()
    $pair.right.withLock { $0 = 1 }
    $pair.left.withLock { $0 = 2 }
    #expect(await values.next() == 0)
    #expect(await values.next() == 2)
  }

  @Test func `The values sequence ends with the task that iterates it`() async {
    @Shared(value: 0) var count
    let events = Events()
    let task = Task { [$count] in
      for await value in $count.values { events.record("\(value)") }
      events.record("ended")
    }
    #expect(await events.next() == "0")
    task.cancel()
    #expect(await events.next() == "ended")
  }

  @Test func `A subscriber is notified of each change until its subscription ends`() {
    @Shared(value: 0) var count
    let seen = Mutex<[Int]>([])
    var subscription: SharedSubscription? = $count.root.subscribe { [$count] in
      seen.withLock { $0.append($count.wrappedValue) }
    }
    $count.withLock { $0 = 1 }
    $count.withLock { $0 = 1 }
    $count.withLock { $0 = 2 }
    #expect(seen.withLock { $0 } == [1, 2])
    withExtendedLifetime(subscription) {}
    subscription = nil
    $count.withLock { $0 = 3 }
    #expect(seen.withLock { $0 } == [1, 2])
  }

  @Test func `A subscriber may change the value`() {
    @Shared(value: 0) var count
    let subscription = $count.root.subscribe { [$count] in
      $count.withLock { if $0 < 3 { $0 += 1 } }
    }
    $count.withLock { $0 = 1 }
    #expect(count == 3)
    subscription.cancel()
  }

  @Test func `Reads of shared values are collected`() {
    @Shared(value: 0) var first
    @Shared(value: (0, 1)) var second
    @Shared(value: 0) var third
    let (sum, roots) = SharedReads.collect { first + $second.1.wrappedValue + first }
    #expect(sum == 1)
    #expect(Set(roots.map { ObjectIdentifier($0) }) == [$first, $second.0].ids)
    _ = third
  }

  // MARK: Concurrency

  @Test func `Concurrent scenes lose no change`() async {
    @Shared(.inMemory("count")) var count = 0
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { [$count] in
          for _ in 0..<1_000 { $count.withLock { $0 += 1 } }
        }
      }
    }
    #expect(count == 8_000)
  }

  @Test func `Nested changes in opposite order don't deadlock`() async {
    @Shared(value: 0) var first
    @Shared(value: 0) var second
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask { [$first, $second] in
          let (outer, inner) = number.isMultiple(of: 2) ? ($first, $second) : ($second, $first)
          for _ in 0..<1_000 {
            outer.withLock { outer in
              outer += 1
              inner.withLock { $0 += 1 }
            }
          }
        }
      }
    }
    #expect(first == 8_000)
    #expect(second == 8_000)
  }

  @Test func `Concurrent uses load a key once`() async {
    let files = CountingFiles()
    let url = URL(filePath: "/count.json")
    await withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      let shared = await withTaskGroup(of: Shared<Int>.self) { group in
        for _ in 0..<8 {
          group.addTask { Shared(wrappedValue: 0, .fileStorage(url)) }
        }
        var shared: [Shared<Int>] = []
        for await value in group { shared.append(value) }
        return shared
      }
      await withTaskGroup { group in
        for shared in shared {
          group.addTask { for _ in 0..<100 { shared.withLock { $0 += 1 } } }
        }
      }
      #expect(shared.allSatisfy { $0.wrappedValue == 800 })
    }
    #expect(files.loads.withLock { $0 } == 1)
    #expect(files.last.withLock { $0 } == Data("800".utf8))
  }

  private final class CountingFiles: FileStorage {
    let loads = Mutex(0)
    let last = Mutex<Data?>(nil)
    let writeInterval = Duration.zero

    func load(from url: URL) -> Data? {
      loads.withLock { $0 += 1 }
      return nil
    }

    func save(_ data: Data, to url: URL) { last.withLock { $0 = data } }

    func setAside(_ url: URL) -> URL { url }
  }
}

extension [Shared<Int>] {
  fileprivate var ids: Set<ObjectIdentifier> { Set(map { ObjectIdentifier($0.root) }) }
}
