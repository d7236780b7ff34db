import CairnModels
import Testing

@Suite struct ModelStateTests {
  @Test func `State is read from outside and written by methods`() {
    let store = Store<CounterModel>(initialState: .init(count: 4))
    store.model.incrementTapped()
    #expect(store.model.count == 5)
    #expect(store.state == .init(count: 5))
  }

  @Test func `State is shared by all handles of a model`() {
    let store = Store<CountersModel>(initialState: .init())
    let (first, second) = (store.model, store.model)
    first.$header.incrementTapped()
    second.$header.incrementTapped()
    #expect(first.$header.count == 2)
    #expect(store.state.header.count == 2)
  }

  @Test func `The state of children is part of the parent's state`() {
    let store = Store<CountersModel>(initialState: .init())
    store.model.addTapped(id: 1)
    store.model.addTapped(id: 2)
    for row in store.model.$counters { row.$counter.incrementTapped() }
    store.model.$counters[1].$counter.incrementTapped()
    #expect(store.model.sum == 3)
    #expect(store.state.counters.map(\.counter.count) == [1, 2])
  }

  @Test func `A copy of the state doesn't change`() {
    let store = Store<CountersModel>(initialState: .init())
    store.model.addTapped(id: 1)
    let row = store.model.$counters[0]
    let before = store.state
    row.$counter.incrementTapped()
    row.$counter.incrementTapped()
    let between = store.state
    row.$counter.incrementTapped()
    #expect(before.sum == 0)
    #expect(between.sum == 2)
    #expect(store.state.sum == 3)
  }

  @Test func `A parent can replace the state of its child's model`() {
    let store = Store<CountersModel>(initialState: .init())
    let header = store.model.$header
    header.incrementTapped()
    store.model.change { $0.header.count = 10 }
    #expect(header.count == 10)
    header.incrementTapped()
    #expect(store.state.header.count == 11)
    store.model.change { $0.header = .init(count: 20) }
    header.incrementTapped()
    #expect(store.state.header.count == 21)
  }

  @Test func `A removed model keeps its last state and ignores writes`() {
    let store = Store<CountersModel>(initialState: .init())
    store.model.addTapped(id: 1)
    store.model.addTapped(id: 2)
    let rows = store.model.$counters
    let counter = rows[0].$counter
    counter.incrementTapped()
    store.model.remove(id: 1)
    #expect(counter.count == 1)
    counter.incrementTapped()
    #expect(counter.count == 1)
    #expect(store.state.counters.map(\.id) == [2])
    rows[1].$counter.incrementTapped()
    #expect(store.state.sum == 1)
  }

  @Test func `A writable property has a binding`() {
    let store = Store<CounterModel>(initialState: .init())
    let binding = store.model.$count
    binding.wrappedValue = 7
    #expect(store.model.count == 7)
    #expect(binding.wrappedValue == 7)
  }

  @Test func `State can be read while it's written`() {
    let store = Store<CountersModel>(initialState: .init())
    let model = store.model
    model.addTapped(id: 1)
    model.addTapped(id: 2)
    // The closure reads the model's own state in the middle of a write to it.
    model.change { state in state.counters.removeAll { $0.id == model.counters.count } }
    #expect(model.counters.map(\.id) == [1])
  }

  @Test func `A model of a released store keeps its last state`() {
    var store: Store<CounterModel>? = Store(initialState: .init(count: 3))
    let model = store!.model
    model.incrementTapped()
    store = nil
    model.incrementTapped()
    #expect(model.count == 4)
  }

  @Test func `An optional model exists while its state isn't nil`() throws {
    let store = Store<CountersModel>(initialState: .init())
    #expect(store.model.$factPrompt == nil)
    store.model.show("one")
    let prompt = try #require(store.model.$factPrompt)
    #expect(prompt.fact == "one")
    prompt.change("two")
    #expect(store.state.factPrompt?.fact == "two")
    store.model.change { $0.factPrompt = nil }
    #expect(store.model.$factPrompt == nil)
    #expect(prompt.fact == "two")
  }
}

extension CounterModel.State {
  init(count: Int) {
    self.init(count: count, fact: nil)
  }
}

extension FactPromptModel: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.fact == rhs.fact && lhs.count == rhs.count }
}
