import CairnHTTP
import Synchronization
import Testing

@Suite struct PromiseTests {
  /// The values that a closure was called with.
  private final class Calls: Sendable {
    private let values = Mutex<[Int?]>([])

    func note(_ value: Int?) { values.withLock { $0.append(value) } }

    var all: [Int?] { values.withLock(\.self) }
  }

  @Test func `An existing value is delivered immediately`() {
    let (promise, calls) = (Promise<Int>(), Calls())
    #expect(promise.fulfill(1))
    promise.whenFulfilled(calls.note)
    #expect(calls.all == [1])
  }

  @Test func `A later value is delivered once, when it arrives`() {
    let (promise, calls) = (Promise<Int>(), Calls())
    promise.whenFulfilled(calls.note)
    #expect(calls.all == [])
    #expect(promise.fulfill(1))
    #expect(!promise.fulfill(2))
    #expect(calls.all == [1])
  }

  @Test func `The first value wins`() {
    let promise = Promise<Int>()
    #expect(promise.take() == nil)
    #expect(promise.fulfill(1))
    #expect(!promise.fulfill(2))
    #expect(promise.take() == 1)
    #expect(promise.take() == nil)
  }

  @Test func `A dropped promise delivers nil`() {
    let calls = Calls()
    do {
      let promise = Promise<Int>()
      promise.whenFulfilled(calls.note)
    }
    #expect(calls.all == [nil])
  }

  @Test func `A mapped promise follows its source`() {
    let calls = Calls()
    let promise = Promise<Int>()
    promise.map { $0 * 2 }.whenFulfilled(calls.note)
    promise.fulfill(21)
    #expect(calls.all == [42])
    do { Promise<Int>().map { $0 * 2 }.whenFulfilled(calls.note) }
    #expect(calls.all == [42, nil])
  }
}
