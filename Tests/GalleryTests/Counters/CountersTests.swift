import CairnModels
import CairnModelsTesting
import Foundation
import Testing

@testable import Gallery

/// The models of the counters sample.
@Suite(.timeLimit(.minutes(30))) struct CountersTests {
  private let id = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!

  private func makeStore(
    _ state: CountersModel.State = .init(), facts: FactClient = .good
  ) -> TestStore<CountersModel> {
    TestStore(initialState: state) {
      $0.factClient = facts
      $0.uuid = .constant(id)
    }
  }

  @Test func `The model presents a loaded fact`() async throws {
    let store = makeStore()
    @TestModel var app = store.model

    app.addButtonTapped()
    await $app.assert {
      $0.counters = [.init(counter: .init(), id: id)]
    }

    @TestModel var row = try #require(app.$counters.first)
    @TestModel var counter: CounterModel = row.$counter

    counter.incrementTapped()
    await $counter.count.assert(1)

    counter.factButtonTapped()
    await $counter.receive(.onFact("1 is a good number."))
    await $app.factPrompt.assert(.init(count: 1, fact: "1 is a good number."))
  }

  @Test func `Another fact can be requested`() async throws {
    let store = makeStore(.init(factPrompt: .init(count: 2, fact: "")))
    @TestModel var app = store.model
    @TestModel var prompt = try #require(app.$factPrompt)

    prompt.getAnotherFactButtonTapped()
    await $prompt.fact.assert("2 is a good number.")

    prompt.dismissButtonTapped()
    await $prompt.receive(.onDismiss)
    await $app.factPrompt.assert(nil)
  }

  @Test func `A failed fact request presents an alert`() async throws {
    let store = makeStore(facts: FactClient { _ in throw NoFact() })
    @TestModel var app = store.model
    app.addButtonTapped()
    await $app.counters.assert([.init(id: id)])
    @TestModel var counter = try #require(app.$counters.first?.$counter)

    counter.factButtonTapped()
    await $counter.alert.assert(
      AlertState {
        "Couldn't load a fact"
      } message: {
        "Try again in a moment."
      })
  }

  @Test(arguments: [Int.min, -12, -1, 0, 7, Int.max])
  func `There are facts about every number`(number: Int) async throws {
    let facts = FactClient.facts(of: number)
    #expect(facts.allSatisfy { $0.contains("\(number)") })
    let fact = try await FactClient.liveValue.fetch(number)
    #expect(facts.contains(fact))
  }

  @Test func `Removing a counter drops its pending fact`() async throws {
    let clock = TestClock()
    let store = makeStore(
      facts: FactClient {
        try await clock.sleep(for: .seconds(1))
        return "\($0)"
      })
    @TestModel var app = store.model
    app.addButtonTapped()
    await $app.counters.assert([.init(id: id)])
    @TestModel var row = try #require(app.$counters.first)
    @TestModel var counter = row.$counter

    counter.factButtonTapped()
    await $counter.isLoading.assert(true)
    row.removeButtonTapped()
    await $row.receive(.onRemove)
    await $app.counters.assert([])
    // The result of the dropped request is ignored.
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `The sum includes all counters`() async throws {
    let store = makeStore(
      .init(counters: [
        .init(counter: .init(count: 3), id: UUID()), .init(counter: .init(count: 4), id: UUID()),
      ]))
    @TestModel var app = store.model
    await $app.sum.assert(7)
    @TestModel var last = try #require(app.$counters.last?.$counter)
    last.decrementTapped()
    await $last.count.assert(3)
    await $app.sum.assert(6)
  }
}

private struct NoFact: Error {}

extension FactClient {
  /// Knows a fact about each nonnegative number, and fails for other numbers.
  static let good = FactClient { number in
    guard number >= 0 else { throw NoFact() }
    return "\(number) is a good number."
  }
}
