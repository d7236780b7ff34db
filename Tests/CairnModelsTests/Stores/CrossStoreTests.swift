import CairnModels
import Foundation
import Testing

/// Threads that use a second store inside a first one. They must not deadlock.
@Suite(.timeLimit(.minutes(30))) struct CrossStoreTests {
  private static let rounds = 2000

  @Test func `Two stores can read each other while they change`() async {
    let stores = [Store<Shelf>(initialState: .init()), Store<Shelf>(initialState: .init())]
    let shelves = stores.map(\.model)
    await onThreads(2) { number in
      let (own, other) = (shelves[number], shelves[1 - number])
      for _ in 0..<Self.rounds {
        own.fill()
        own.clear { other.books.count > 4 }
      }
    }
    for shelf in shelves { #expect(shelf.books.isEmpty || shelf.books.count == 4) }
  }

  @Test func `Concurrent writes to other stores aren't lost`() async {
    let stores = (0..<3).map { _ in Store<Shelf>(initialState: .init()) }
    let shelves = stores.map(\.model)
    await onThreads(3) { number in
      for _ in 0..<Self.rounds { shelves[number].notifyAll(shelves) }
    }
    for shelf in shelves {
      #expect(shelf.received == Self.rounds)
      #expect(shelf.heard == 3 * Self.rounds)
    }
  }

  @Test func `A method of another store returns its value`() async {
    let stores = [Store<Shelf>(initialState: .init()), Store<Shelf>(initialState: .init())]
    let shelves = stores.map(\.model)
    let tickets = await onThreads(2) { number in
      (0..<Self.rounds).map { _ in shelves[number].ticket(from: shelves[1 - number]) }
    }
    for drawn in tickets { #expect(drawn == Array(1...Self.rounds)) }
  }
}

/// Runs a closure on separate threads. It ends at the test's time limit.
@discardableResult
private func onThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Result
) async -> [Result] {
  let (ends, end) = AsyncStream<(Int, Result)>.makeStream()
  for number in 0..<count {
    Thread.detachNewThread { end.yield((number, body(number))) }
  }
  var results: [Int: Result] = [:]
  for await (number, result) in ends {
    results[number] = result
    if results.count == count { break }
  }
  #expect(results.count == count, "The threads are deadlocked.")
  return results.sorted { $0.key < $1.key }.map(\.value)
}

private struct Shelf: Model {
  struct State: Equatable {
    var books: [Int] = []
    var received = 0
    var heard = 0
    var tickets = 0
  }

  @ModelState private var state: State

  func fill() { state.books = [1, 2, 3, 4] }

  func clear(where isMeant: () -> Bool) { state.books.removeAll { _ in isMeant() } }

  func notifyAll(_ shelves: [Shelf]) {
    transaction {
      state.received += 1
      for shelf in shelves { shelf.hear() }
    }
  }

  func hear() { state.heard += 1 }

  func ticket(from other: Shelf) -> Int {
    transaction { other.drawTicket() }
  }

  private func drawTicket() -> Int {
    transaction {
      state.tickets += 1
      return state.tickets
    }
  }
}
