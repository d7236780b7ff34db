import CairnHTTP
import Synchronization
import Testing

@Suite struct PromiseTests {
  /// What a closure was called with.
  private final class Calls: Sendable {
    private let values = Mutex<[Int?]>([])

    func note(_ value: Int?) { values.withLock { $0.append(value) } }

    var all: [Int?] { values.withLock(\.self) }
  }

  @Test func `a value that is there is delivered at once`() {
    let (promise, calls) = (Promise<Int>(), Calls())
    #expect(promise.fulfill(1))
    promise.whenFulfilled(calls.note)
    #expect(calls.all == [1])
  }

  @Test func `a value that comes later is delivered when it comes, once`() {
    let (promise, calls) = (Promise<Int>(), Calls())
    promise.whenFulfilled(calls.note)
    #expect(calls.all == [])
    #expect(promise.fulfill(1))
    #expect(!promise.fulfill(2))
    #expect(calls.all == [1])
  }

  @Test func `the first value counts`() {
    let promise = Promise<Int>()
    #expect(promise.take() == nil)
    #expect(promise.fulfill(1))
    #expect(!promise.fulfill(2))
    #expect(promise.take() == 1)
    #expect(promise.take() == nil)
  }

  @Test func `a dropped promise delivers nil`() {
    let calls = Calls()
    do {
      let promise = Promise<Int>()
      promise.whenFulfilled(calls.note)
    }
    #expect(calls.all == [nil])
  }

  @Test func `a promise that was made of another one follows it`() {
    let calls = Calls()
    let promise = Promise<Int>()
    promise.map { $0 * 2 }.whenFulfilled(calls.note)
    promise.fulfill(21)
    #expect(calls.all == [42])
    do { Promise<Int>().map { $0 * 2 }.whenFulfilled(calls.note) }
    #expect(calls.all == [42, nil])
  }
}
