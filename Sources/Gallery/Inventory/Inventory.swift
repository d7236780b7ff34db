import Cairn

/// The list of items, and all that can be done with one.
@Reducer
struct Inventory {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
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

  @Reducer(state: .codable, .equatable, .sendable)
  enum Destination {
    case add(ItemForm)
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Dialog>)
    case duplicate(ItemForm)
    case edit(ItemForm)
    case takeStock(StockTake)

    @CasePathable
    enum Alert: Codable, Equatable, Sendable {
      case deletionConfirmed(id: Item.ID)
    }

    @CasePathable
    enum Dialog: Codable, Equatable, Sendable {
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
        present(itemWith: id, in: &state) { .alert(.deleting($0)) }
        return .none

      case .destination(.presented(.add(.saveButtonTapped))):
        return add(state.destination?.add, &state)

      case .destination(.presented(.alert(.deletionConfirmed(let id)))):
        return write { try await inventory.delete(id) }

      case .destination(.presented(.dialog(.duplicateButtonTapped(let id)))),
        .duplicateButtonTapped(let id):
        present(itemWith: id, in: &state) { .duplicate(ItemForm.State(duplicating: $0)) }
        return .none

      case .destination(.presented(.dialog(.statusButtonTapped(let id)))):
        guard var item = inventory.item(id) else {
          state.destination = .alert(.isGone(nil))
          return .none
        }
        item.status.isInStock.toggle()
        return write { [item] in try await inventory.update(item) }

      case .destination(.presented(.duplicate(.saveButtonTapped))):
        return add(state.destination?.duplicate, &state)

      case .destination(.presented(.takeStock(.saveButtonTapped))):
        guard let stockTake = state.destination?.takeStock else { return .none }
        state.destination = nil
        return write { try await inventory.count(stockTake.counts) }

      case .destination(.dismiss):
        guard let form = state.destination?.edit else { return .none }
        return save(form, &state)

      case .destination:
        return .none

      case .itemTapped(let id):
        present(itemWith: id, in: &state) { .edit(ItemForm.State(item: $0)) }
        return .none

      case .moreButtonTapped(let id):
        present(itemWith: id, in: &state) { .dialog(.more(about: $0)) }
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

  /// Presents something about an item, or says that it is gone.
  private func present(
    itemWith id: Item.ID, in state: inout State, _ destination: (Item) -> Destination.State
  ) {
    state.destination = inventory.item(id).map(destination) ?? .alert(.isGone(nil))
  }

  /// Adds the item of a form, and takes the form away; one with a problem stays.
  private func add(_ form: ItemForm.State?, _ state: inout State) -> Effect<Action> {
    guard var form, form.validate() else { return .none }
    state.destination = nil
    return write { [item = form.item] in try await inventory.add(item) }
  }

  /// Saves what was edited in place; what can not be saved stays as it was, and an alert says so.
  private func save(_ form: ItemForm.State, _ state: inout State) -> Effect<Action> {
    guard form.item != form.original else { return .none }
    guard let saved = inventory.item(form.item.id) else {
      state.destination = .alert(.isGone(form.original.name))
      return .none
    }
    var edited = form.item
    if edited.nameProblem != nil { edited.name = form.original.name }
    if edited.quantityProblem != nil { edited.status = form.original.status }
    let problems = [form.item.nameProblem, form.item.quantityProblem].compactMap(\.self)
    if !problems.isEmpty { state.destination = .alert(.kept(problems, of: saved)) }
    var merged = saved
    merged.apply(changesFrom: form.original, to: edited)
    guard merged != saved else { return .none }
    return write { [merged] in try await inventory.update(merged) }
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
