import CairnHTTP
import Synchronization
import Testing

@Suite struct PromiseTests {
  /// The statuses of the responses that a closure was called with.
  private final class Calls: Sendable {
    private let statuses = Mutex<[HTTPStatus?]>([])

    func note(_ response: HTTPResponse?) { statuses.withLock { $0.append(response?.status) } }

    var all: [HTTPStatus?] { statuses.withLock(\.self) }
  }

  private let first = HTTPResponse(status: .ok)
  private let second = HTTPResponse(status: .notFound)

  @Test func `An existing response is delivered immediately`() {
    let (promise, calls) = (Promise(), Calls())
    #expect(promise.fulfill(first))
    promise.whenFulfilled(calls.note)
    #expect(calls.all == [.ok])
  }

  @Test func `A later response is delivered once, when it arrives`() {
    let (promise, calls) = (Promise(), Calls())
    promise.whenFulfilled(calls.note)
    #expect(calls.all == [])
    #expect(promise.fulfill(first))
    #expect(!promise.fulfill(second))
    #expect(calls.all == [.ok])
  }

  @Test func `The first response wins`() {
    let promise = Promise()
    #expect(promise.take()?.status == nil)
    #expect(promise.fulfill(first))
    #expect(!promise.fulfill(second))
    #expect(promise.take()?.status == .ok)
    #expect(promise.take()?.status == nil)
  }

  @Test func `A dropped promise delivers nil`() {
    let calls = Calls()
    do {
      let promise = Promise()
      promise.whenFulfilled(calls.note)
    }
    #expect(calls.all == [nil])
  }

  @Test func `A mapped promise follows its source`() {
    let calls = Calls()
    let promise = Promise()
    let transform = { @Sendable [second] (_: HTTPResponse) in second }
    promise.map(transform).whenFulfilled(calls.note)
    promise.fulfill(first)
    #expect(calls.all == [.notFound])
    do { Promise().map(transform).whenFulfilled(calls.note) }
    #expect(calls.all == [.notFound, nil])
  }
}
