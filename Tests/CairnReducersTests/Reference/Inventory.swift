import Cairn
import Foundation

// The inventory from the talks on composable navigation, with four optionals.

@Reducer
struct ItemFormFeature {
  @ObservableState
  struct State: Equatable, Identifiable {
    var item: Item
    var isTimerOn = false
    var ticks = 0
    var id: Item.ID { item.id }
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case timerTick
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  private enum CancelID { case timer }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.isTimerOn):
        guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
        return .run { send in
          var ticks = 0
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.timerTick)
            ticks += 1
            if ticks == 3 { await dismiss() }
          }
        }
        .cancellable(id: CancelID.timer)
      case .binding:
        return .none
      case .timerTick:
        state.ticks += 1
        return .none
      }
    }
  }
}

@Reducer
struct InventoryFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var addItem: ItemFormFeature.State?
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var duplicateItem: ItemFormFeature.State?
    @Presents var editItem: ItemFormFeature.State?
    var items: IdentifiedArrayOf<Item> = []
  }

  enum Action: Equatable {
    case addButtonTapped
    case addItem(PresentationAction<ItemFormFeature.Action>)
    case alert(PresentationAction<Alert>)
    case confirmAddItemButtonTapped
    case deleteButtonTapped(id: Item.ID)
    case duplicateButtonTapped(id: Item.ID)
    case duplicateItem(PresentationAction<ItemFormFeature.Action>)
    case editItem(PresentationAction<ItemFormFeature.Action>)
    case itemButtonTapped(id: Item.ID)

    @CasePathable
    enum Alert: Equatable {
      case confirmDeletion(id: Item.ID)
    }
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        // Populating this state performs the navigation.
        state.addItem = ItemFormFeature.State(item: Item(id: uuid(), name: ""))
        return .none
      case .addItem:
        return .none
      case .alert(.presented(.confirmDeletion(let id))):
        state.items.remove(id: id)
        return .none
      case .alert:
        return .none
      case .confirmAddItemButtonTapped:
        guard let item = state.addItem?.item else { return .none }
        state.items.append(item)
        state.addItem = nil
        return .none
      case .deleteButtonTapped(let id):
        guard let item = state.items[id: id] else { return .none }
        state.alert = AlertState {
          TextState("Delete “\(item.name)”?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion(id: id)) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Cancel") }
        }
        return .none
      case .duplicateButtonTapped(let id):
        guard let item = state.items[id: id] else { return .none }
        state.duplicateItem = ItemFormFeature.State(item: Item(id: uuid(), name: item.name))
        return .none
      case .duplicateItem:
        return .none
      case .editItem(.dismiss):
        guard let item = state.editItem?.item else { return .none }
        state.items[id: item.id] = item
        return .none
      case .editItem:
        return .none
      case .itemButtonTapped(let id):
        guard let item = state.items[id: id] else { return .none }
        state.editItem = ItemFormFeature.State(item: item)
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$addItem, action: \.addItem) { ItemFormFeature() }
    .ifLet(\.$duplicateItem, action: \.duplicateItem) { ItemFormFeature() }
    .ifLet(\.$editItem, action: \.editItem) { ItemFormFeature() }
  }
}
