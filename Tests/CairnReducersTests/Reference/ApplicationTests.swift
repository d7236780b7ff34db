import Cairn
import CairnTesting
import Foundation
import Testing

// An application with tabs whose state alone determines the visible screens at any depth.

@Reducer
private struct Application {
  enum Tab { case inventory, menu }

  @ObservableState
  struct State: Equatable {
    var inventory = InventoryFeature.State()
    var menu = Tree.MainMenu.State()
    var selectedTab = Tab.menu
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case inventory(InventoryFeature.Action)
    case menu(Tree.MainMenu.Action)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.inventory, action: \.inventory) { InventoryFeature() }
    Scope(state: \.menu, action: \.menu) { Tree.MainMenu() }
  }
}

/// The inventory that writes each edit to the item immediately.
@Reducer
private struct WriteThrough {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<InventoryFeature.State, InventoryFeature.Action> {
    InventoryFeature()
    Reduce { state, action in
      switch action {
      case .editItem(.presented):
        guard let item = state.editItem?.item else { return .none }
        state.items[id: item.id] = item
        return .none
      default:
        return .none
      }
    }
  }
}

@MainActor @Suite struct ApplicationTests {
  @Test func `A deep link is a nested state`() async {
    let store = TestStore(
      initialState: Application.State(
        inventory: InventoryFeature.State(
          editItem: ItemFormFeature.State(item: .headphones),
          items: IdentifiedArray(
            uniqueElements: (100...200).map { Item(id: UUID($0), name: "Item \($0)") }
              + [.keyboard, .headphones])),
        selectedTab: .inventory)
    ) {
      Application()
    }
    await store.send(\.inventory.editItem.binding.item.name, "Speaker") {
      $0.inventory.editItem?.item.name = "Speaker"
    }
    await store.send(\.inventory.editItem.dismiss) {
      $0.inventory.editItem = nil
      $0.inventory.items[id: Item.headphones.id]?.name = "Speaker"
    }
    await store.send(\.binding.selectedTab, .menu) { $0.selectedTab = .menu }
    await store.send(\.menu.signUpTapped) {
      $0.menu.destination = .signUp(Tree.SignUp.State())
    }
  }

  @Test func `Every edit can be written through to the parent`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [.headphones])) {
      WriteThrough()
    }
    await store.send(.itemButtonTapped(id: Item.headphones.id)) {
      $0.editItem = ItemFormFeature.State(item: .headphones)
    }
    await store.send(\.editItem.binding.item.name, "Bluetooth Headphones") {
      $0.editItem?.item.name = "Bluetooth Headphones"
      $0.items[0].name = "Bluetooth Headphones"
    }
    await store.send(.editItem(.dismiss)) { $0.editItem = nil }
  }

  @Test func `An expected edit that didn't happen fails`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [.headphones])) {
      EmptyReducer<InventoryFeature.State, InventoryFeature.Action>()
        .ifLet(\.$editItem, action: \.editItem) { ItemFormFeature() }
    }
    let messages = await issues {
      await store.send(.itemButtonTapped(id: Item.headphones.id)) {
        $0.items[0].name = "Bluetooth Headphones"
      }
    }
    #expect(
      messages.first?.contains(
        """
        −       name: "Bluetooth Headphones",
        +       name: "Headphones",
        """) == true, "\(messages)")
  }
}
