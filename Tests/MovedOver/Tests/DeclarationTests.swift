import Cairn
import CairnTesting
import Testing

@testable import MovedOver

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct DeclarationTests {
  @Test
  func `A reducer can also declare its conformance`() async {
    let store = TestStore(initialState: Clicker.State()) { Clicker() }
    await store.send(.click) { $0.count = 1 }
  }

  @Test
  func `Bodies can be in extensions`() async {
    let doubler = TestStore(initialState: Doubler.State()) { Doubler() }
    await doubler.send(.double) { $0.count = 2 }
    let halver = TestStore(initialState: Halver.State()) { Halver() }
    await halver.send(.halve) { $0.count = 4 }
  }

  @Test
  func `Bodies can have other states`() async {
    let inert = TestStore(initialState: 1) { Inert() }
    await inert.send(2)
    let adder = TestStore(initialState: 1) { Adder() }
    await adder.send(2) { $0 = 3 }
    let clicker = TestStore(initialState: ClickerAgain.State()) { ClickerAgain() }
    await clicker.send(.click) { $0.count = 2 }
  }

  @Test
  func `A nested feature can use the outer state`() async {
    let store = TestStore(initialState: Logged.State()) { Logged() }
    await store.send(.tap) {
      $0.count = 1
      $0.log = [1]
    }
  }

  @Test
  func `Nested enums can be composed by their bodies`() async {
    let store = TestStore(initialState: Tour.State(stop: .museum(.hall(.init())))) { Tour() }
    await store.send(\.stop.museum.hall.click) { $0.stop = .museum(.hall(.init(count: 1))) }
    await store.send(.stop(.dismiss)) { $0.stop = nil }
  }

  @Test
  func `Nested enums have stores`() throws {
    @Bindable var store = Store(initialState: Tour.State(stop: .museum(.hall(.init())))) { Tour() }
    let hall = $store.scope(\.$stop, action: \.stop).museum.hall
    hall.wrappedValue?.send(.click)
    #expect(store.stop == .museum(.hall(.init(count: 1))))
    #expect($store.scope(\.stop, action: \.stop).museum.hall.wrappedValue?.count == 1)
    #expect($store.scope(\.stop, action: \.stop).cafe.wrappedValue == nil)
    $store.scope(\.stop, action: \.stop).cafe.wrappedValue = nil
    #expect(store.stop != nil)
    hall.wrappedValue = nil
    #expect(store.stop == nil)
  }

  @Test
  func `A store can be scoped to its own action`() {
    let store = Store(initialState: Clicker.State()) { Clicker() }
    let count = store.scope(state: \.count, action: \.self)
    count.send(.click)
    #expect(count.state == 1)
    store.scope(\.self, action: \.self).send(.click)
    #expect(count.state == 2)
    #expect(count == store.scope(state: \.count, action: \.self))
  }

  @Test
  func `Rows have bindings`() {
    let store = Store(
      initialState: Packing.State(items: [.init(id: 1), .init(id: 2)], extras: [.init(id: 3)])
    ) { Packing() }
    @Bindable var bindable = store
    let second = BoundElements($bindable.items, id: \.id)[1]
    second.wrappedValue.name = "Socks"
    #expect(store.items[id: 2]?.name == "Socks")
    // The element is found at its current position.
    $bindable.items.wrappedValue.remove(id: 1)
    second.wrappedValue.isPacked = true
    #expect(store.items.elements == [.init(id: 2, name: "Socks", isPacked: true)])
    $bindable.items.wrappedValue.removeAll()
    second.wrappedValue.name = "Gone"
    #expect(store.items.isEmpty)
    #expect(second.wrappedValue == Packing.Item(id: 2))
  }

  @Test
  func `Actions needn't have cases`() async {
    let store = TestStore(initialState: 1) { Bell() }
    await store.send(()) { $0 = 2 }
  }
}
