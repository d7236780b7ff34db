import CairnModels
import CairnModelsTesting
import IssueReportingTestSupport
import Testing

/// The tests from the reference documentation.
@Suite(.timeLimit(.minutes(30))) struct CounterFactTests {
  @Test func `Facts are requested and shown`() async throws {
    let store = TestStore<CountersModel>(initialState: .init()) {
      $0.facts.fetch = { "\($0) is a good number." }
    }
    @TestModel var app = store.model

    app.addTapped(id: 1)
    await $app.assert {
      $0.counters = [.init(id: 1)]
    }

    @TestModel var row = try #require(app.$counters.first)
    @TestModel var counter: CounterModel = row.$counter

    counter.incrementTapped()
    await $counter.count.assert(1)

    counter.factTapped()
    await $counter.receive(.onFact("1 is a good number."))
    await $app.factPrompt.assert(.init(count: 1, fact: "1 is a good number."))
    await $app.sum.assert(1)

    row.removeTapped()
    await $row.receive(.onRemove)
    await $app.counters.assert([])
  }
}
