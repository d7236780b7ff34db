import CairnFeatures
import CairnViews
import Logging
import Testing

@testable import CairnModels

/// A view knows which properties of models it has read.
@Suite struct ModelReadsTests {
  private let store = Store<CountersModel>(
    initialState: .init(counters: [.init(id: 1), .init(id: 2), .init(id: 3)]))

  @Test func `Only rows that read a changed property are marked as changed`() {
    let rows = store.model.$counters
    let reads = rows.map { row in
      ViewReads.during { _ = "\(row.$counter.count)" }
    }
    let total = ViewReads.during { _ = store.model.sum }
    #expect(reads.map(\.haveChanged) == [false, false, false])
    rows[1].$counter.incrementTapped()
    #expect(reads.map(\.haveChanged) == [false, true, false])
    #expect(total.haveChanged)
    rows[1].$counter.decrementTapped()
    #expect(reads.map(\.haveChanged) == [false, false, false])
    // Another property of the same model was not read.
    rows[0].$counter.factTapped()
    store.model.change { $0.header.fact = "x" }
    #expect(reads.map(\.haveChanged) == [false, false, false])
    #expect(!total.haveChanged)
  }

  @Test func `Outer reads include inner reads`() {
    let header = store.model.$header
    var inner: ViewReads?
    let outer = ViewReads.during {
      inner = ViewReads.during { _ = header.count }
    }
    #expect(inner?.haveChanged == false)
    header.incrementTapped()
    #expect(inner?.haveChanged == true)
    #expect(outer.haveChanged)
    #expect(outer.changes.map(\.description) == ["CounterModel: 0 → 1"])
  }

  @Test func `Reading an array of models reads its count`() {
    let reads = ViewReads.during { _ = store.model.$counters as [CounterRowModel] }
    store.model.addTapped(id: 4)
    #expect(reads.haveChanged)
  }

  @Test func `Reads outside a view aren't recorded`() {
    _ = store.model.sum
    #expect(ViewReads.current == nil)
  }
}
