import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Foundation
import OrderedCollections
import Testing

@MainActor @Suite struct InventoryTests {
  private func makeStore(
    _ state: InventoryFeature.State = InventoryFeature.State(items: [.headphones])
  ) -> TestStore<InventoryFeature.State, InventoryFeature.Action> {
    let store = TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.uuid = .incrementing
    }
    // An immediate clock lets all other tasks run first, and many run during parallel tests.
    store.timeout = .seconds(20)
    return store
  }

  @Test func `An item is edited`() async {
    let item = Item.headphones
    let store = makeStore()
    await store.send(.itemButtonTapped(id: item.id)) {
      $0.editItem = ItemFormFeature.State(item: item)
    }
    await store.send(\.editItem.binding.item.name, "Bluetooth Headphones") {
      $0.editItem?.item.name = "Bluetooth Headphones"
    }
    await store.send(.editItem(.presented(.binding(.set(\.item.status, .inStock(quantity: 1)))))) {
      $0.editItem?.item.status = .inStock(quantity: 1)
    }
    await store.send(.editItem(.dismiss)) {
      $0.editItem = nil
      $0.items[0].name = "Bluetooth Headphones"
      $0.items[0].status = .inStock(quantity: 1)
    }
  }

  @Test func `An edit that isn't asserted fails`() async {
    let store = makeStore()
    await store.send(.itemButtonTapped(id: Item.headphones.id)) {
      $0.editItem = ItemFormFeature.State(item: .headphones)
    }
    await store.send(\.editItem.binding.item.name, "Bluetooth Headphones") {
      $0.editItem?.item.name = "Bluetooth Headphones"
    }
    let messages = await issues {
      await store.send(.editItem(.dismiss)) {
        $0.editItem = nil
      }
    }
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains(
        """
          InventoryFeature.State(
            addItem: nil,
            alert: nil,
            duplicateItem: nil,
            editItem: nil,
            items: [
              [0]: Item(
                id: UUID(00000000-0000-0000-0000-000000000000),
        −       name: "Headphones",
        +       name: "Bluetooth Headphones",
        """) == true, "\(messages.first ?? "")")
    #expect(messages.first?.hasSuffix("(Expected: −, Actual: +)") == true)
  }

  @Test func `The form dismisses itself by its timer`() async {
    let store = makeStore()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.itemButtonTapped(id: Item.headphones.id))
    await store.send(\.editItem.binding.isTimerOn, true)
    await store.receive(.editItem(.dismiss)) { $0.editItem = nil }
    await store.finish()
  }

  @Test func `The timer ticks and dismisses the form`() async {
    let store = makeStore()
    await store.send(.itemButtonTapped(id: Item.headphones.id)) {
      $0.editItem = ItemFormFeature.State(item: .headphones)
    }
    await store.send(\.editItem.binding.isTimerOn, true) { $0.editItem?.isTimerOn = true }
    await store.receive(.editItem(.presented(.timerTick))) { $0.editItem?.ticks = 1 }
    await store.receive(\.editItem.timerTick) { $0.editItem?.ticks = 2 }
    await store.receive(\.editItem.timerTick) { $0.editItem?.ticks = 3 }
    await store.receive(\.editItem.dismiss) {
      $0.editItem = nil
      $0.items[0] = .headphones
    }
    await store.finish()
  }

  @Test func `An edit without a presented form is reported`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await expectIssue("'ifLet' at CairnReducersTests/Inventory.swift") {
      await store.send(\.editItem.binding.isTimerOn, true)
    }
  }

  @Test func `An item is added, duplicated, and deleted`() async {
    let store = makeStore()
    await store.send(.addButtonTapped) {
      $0.addItem = ItemFormFeature.State(item: Item(id: UUID(0), name: ""))
    }
    await store.send(\.addItem.binding.item.name, "Monitor") { $0.addItem?.item.name = "Monitor" }
    await store.send(.addItem(.dismiss)) { $0.addItem = nil }
    await store.send(.duplicateButtonTapped(id: Item.headphones.id)) {
      $0.duplicateItem = ItemFormFeature.State(item: Item(id: UUID(1), name: "Headphones"))
    }
    await store.send(\.duplicateItem.dismiss) { $0.duplicateItem = nil }
    await store.send(.deleteButtonTapped(id: Item.headphones.id)) {
      $0.alert = AlertState {
        TextState("Delete “Headphones”?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmDeletion(id: Item.headphones.id)) {
          TextState("Delete")
        }
        ButtonState(role: .cancel) { TextState("Cancel") }
      }
    }
    await store.send(\.alert.confirmDeletion, Item.headphones.id) {
      $0.alert = nil
      $0.items = []
    }
  }

  @Test func `A deep link is a state`() async {
    let store = makeStore(
      InventoryFeature.State(
        editItem: ItemFormFeature.State(item: .headphones), items: [.headphones, .keyboard]))
    await store.send(.editItem(.dismiss)) { $0.editItem = nil }
  }
}
