import Cairn
import Foundation

// Tree-based navigation with one destination as an optional, three as an enum, and every kind at once.

/// One optional for a sheet with a form for a new item.
@Reducer
struct AddCatalog {
  @ObservableState
  struct State: Equatable {
    @Presents var addItem: ItemFormFeature.State?
    var items: IdentifiedArrayOf<Item> = []
  }

  enum Action {
    case addButtonTapped
    case addItem(PresentationAction<ItemFormFeature.Action>)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.addItem = ItemFormFeature.State(item: Item(id: uuid(), name: ""))
        return .none

      case .addItem:
        return .none
      }
    }
    .ifLet(\.$addItem, action: \.addItem) {
      ItemFormFeature()
    }
  }
}

/// The detail screen of an item.
@Reducer
struct DetailFeature {
  @ObservableState
  struct State: Equatable {
    var item: Item
  }
  enum Action {
    case closeButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await self.dismiss() }
      }
    }
  }
}

/// A form with a button that its parent watches.
@Reducer
struct EditFeature {
  @ObservableState
  struct State: Equatable {
    var item: Item
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case saveButtonTapped
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
  }
}

/// An enum, with at most one destination at a time.
@Reducer
struct CatalogFeature {
  @Reducer
  enum Destination {
    case addItem(EditFeature)
    case detailItem(DetailFeature)
    case editItem(EditFeature)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var items: IdentifiedArrayOf<Item> = []
  }

  enum Action {
    case addButtonTapped
    case closeButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped(id: Item.ID)
    case itemTapped(id: Item.ID)
  }

  @Dependency(\.itemDatabase) var database
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .addItem(EditFeature.State(item: Item(id: uuid(), name: "")))
        return .none

      case .closeButtonTapped:
        state.destination = nil
        return .none

      case .destination(.presented(.editItem(.saveButtonTapped))):
        guard case .editItem(let editItemState) = state.destination
        else { return .none }

        state.destination = nil
        return .run { _ in
          self.database.save(editItemState.item)
        }

      case .destination:
        return .none

      case .editButtonTapped(let id):
        guard let item = state.items[id: id] else { return .none }
        state.destination = .editItem(EditFeature.State(item: item))
        return .none

      case .itemTapped(let id):
        guard let item = state.items[id: id] else { return .none }
        state.destination = .detailItem(DetailFeature.State(item: item))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension CatalogFeature.Destination.State: Equatable {}

/// Every kind of destination at once, each with its own optional.
@Reducer
struct EveryFormFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var addItem: EditFeature.State?
    @Presents var alert: AlertState<Action.Choice>?
    @Presents var confirmationDialog: ConfirmationDialogState<Action.Choice>?
    @Presents var detailItem: DetailFeature.State?
    @Presents var editItem: EditFeature.State?
    var choices: [Action.Choice] = []
  }

  enum Action {
    case addItem(PresentationAction<EditFeature.Action>)
    case alert(PresentationAction<Choice>)
    case confirmationDialog(PresentationAction<Choice>)
    case detailItem(PresentationAction<DetailFeature.Action>)
    case editItem(PresentationAction<EditFeature.Action>)

    @CasePathable
    enum Choice { case cancel, confirm }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(let choice)), .confirmationDialog(.presented(let choice)):
        state.choices.append(choice)
        return .none
      default:
        return .none
      }
    }
    .ifLet(\.$addItem, action: \.addItem) { EditFeature() }
    .ifLet(\.$editItem, action: \.editItem) { EditFeature() }
    .ifLet(\.$detailItem, action: \.detailItem) { DetailFeature() }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$confirmationDialog, action: \.confirmationDialog)
  }
}

/// The database for items.
struct ItemDatabase: TestDependencyKey {
  var save: @Sendable (Item) -> Void
  static let testValue = Self { _ in }
}

extension DependencyValues {
  var itemDatabase: ItemDatabase {
    get { self[ItemDatabase.self] }
    set { self[ItemDatabase.self] = newValue }
  }
}
