import Cairn

/// The list of items, and all that can be done with one.
@Reducer
struct Inventory {
  @ObservableState
  struct State: Equatable, Sendable {
    @Presents var destination: Destination.State?

    /// The items as they are in the database, which all sessions share.
    var items: IdentifiedArrayOf<Item> {
      @Dependency(\.inventory) var inventory
      return inventory.items()
    }
  }

  enum Action {
    case addButtonTapped
    case deleteButtonTapped(id: Item.ID)
    case destination(PresentationAction<Destination.Action>)
    case duplicateButtonTapped(id: Item.ID)
    case itemTapped(id: Item.ID)
    case moreButtonTapped(id: Item.ID)
    case savingFailed(String)
    case takeStockButtonTapped
  }

  @Reducer(state: .equatable, .sendable)
  enum Destination {
    case add(ItemForm)
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Dialog>)
    case duplicate(ItemForm)
    case edit(ItemForm)
    case takeStock(StockTake)

    @CasePathable
    enum Alert: Equatable, Sendable {
      case deletionConfirmed(id: Item.ID)
    }

    @CasePathable
    enum Dialog: Equatable, Sendable {
      case duplicateButtonTapped(id: Item.ID)
      case statusButtonTapped(id: Item.ID)
    }
  }

  @Dependency(\.inventory) var inventory

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(ItemForm.State())
        return .none

      case .deleteButtonTapped(let id):
        guard let item = inventory.item(id) else { return .none }
        state.destination = .alert(.deleting(item))
        return .none

      case .destination(.presented(.add(.saveButtonTapped))),
        .destination(.presented(.duplicate(.saveButtonTapped))):
        guard let form = state.destination?.add ?? state.destination?.duplicate,
          form.nameProblem == nil
        else { return .none }
        state.destination = nil
        return write { try await inventory.add(form.item) }

      case .destination(.presented(.alert(.deletionConfirmed(let id)))):
        return write { try await inventory.delete(id) }

      case .destination(.presented(.dialog(.duplicateButtonTapped(let id)))),
        .duplicateButtonTapped(let id):
        guard let item = inventory.item(id) else { return .none }
        state.destination = .duplicate(ItemForm.State(duplicating: item))
        return .none

      case .destination(.presented(.dialog(.statusButtonTapped(let id)))):
        guard var item = inventory.item(id) else { return .none }
        item.status.isInStock.toggle()
        return write { [item] in try await inventory.update(item) }

      case .destination(.presented(.takeStock(.saveButtonTapped))):
        guard let stockTake = state.destination?.takeStock else { return .none }
        state.destination = nil
        return write { try await inventory.count(stockTake.counts) }

      case .destination(.dismiss):
        guard var item = state.destination?.edit?.item, let saved = inventory.item(item.id)
        else { return .none }
        if item.nameProblem != nil {
          item.name = saved.name
          state.destination = .alert(.keptName(of: saved))
        }
        guard item != saved else { return .none }
        return write { [item] in try await inventory.update(item) }

      case .destination:
        return .none

      case .itemTapped(let id):
        guard let item = inventory.item(id) else { return .none }
        state.destination = .edit(ItemForm.State(item: item))
        return .none

      case .moreButtonTapped(let id):
        guard let item = inventory.item(id) else { return .none }
        state.destination = .dialog(.more(about: item))
        return .none

      case .savingFailed(let reason):
        state.destination = .alert(.savingFailed(reason))
        return .none

      case .takeStockButtonTapped:
        state.destination = .takeStock(StockTake.State(items: state.items))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  /// Writes to the database, and says so where that fails.
  private func write(
    _ operation: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    .run { _ in
      try await operation()
    } catch: { error, send in
      await send(.savingFailed("\(error)"))
    }
  }
}

extension ItemForm.State {
  /// The form for a copy of an item.
  init(duplicating item: Item) {
    var copy = item
    copy.id = Item.unsaved
    self.init(item: copy, sourceID: item.id)
  }
}
