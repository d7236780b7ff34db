import Cairn

/// The list of items, and all that can be done with one.
@Reducer
struct Inventory {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Presents var destination: Destination.State?
    /// What could not be done. It may come late, over whatever is presented then, and takes nothing away.
    @Presents var failure: AlertState<Never>?
    /// What was entered into forms that their timers closed, by the item that it is a copy of.
    var drafts: [Item.ID: Item] = [:]

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
    case editingFailed(ItemForm.State, String)
    case failure(PresentationAction<Never>)
    case importButtonTapped
    case itemsChanged
    case itemTapped(id: Item.ID)
    case moreButtonTapped(id: Item.ID)
    case takeStockButtonTapped
    case task
    case writingFailed(String)
  }

  @Reducer(state: .codable, .equatable, .sendable)
  enum Destination {
    case add(ItemForm)
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Dialog>)
    case duplicate(ItemForm)
    case edit(ItemForm)
    case importing(ItemImport)
    case takeStock(StockTake)

    @CasePathable
    enum Alert: Codable, Equatable, Sendable {
      case deletionConfirmed(id: Item.ID)
      case keepMineButtonTapped(Item, theirs: Item)
      case editAgainButtonTapped(Item)
      case newItemButtonTapped(Item)
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
        state.destination = .add(state.form())
        return .none

      case .deleteButtonTapped(let id):
        present(itemWith: id, in: &state) { .alert(.deleting($0)) }
        return .none

      case .destination(.presented(.alert(.deletionConfirmed(let id)))):
        return write { try await inventory.delete(id) }

      case .destination(.presented(.alert(.keepMineButtonTapped(let mine, let theirs)))):
        guard var item = inventory.item(mine.id) else {
          state.destination = .alert(.isGone(ItemForm.State(item: mine)))
          return .none
        }
        item.apply(changesFrom: theirs, to: mine)
        return write { [item] in try await inventory.update(item) }

      case .destination(.presented(.alert(.editAgainButtonTapped(let item)))):
        present(itemWith: item.id, in: &state) { saved in
          var form = ItemForm.State(item: saved)
          form.item = item
          _ = form.validate()
          return .edit(form)
        }
        return .none

      case .destination(.presented(.alert(.newItemButtonTapped(let item)))):
        state.destination = .add(ItemForm.State(item: item))
        return .none

      case .destination(.presented(.dialog(.duplicateButtonTapped(let id)))),
        .duplicateButtonTapped(let id):
        present(itemWith: id, in: &state) { [state] in .duplicate(state.form(duplicating: $0)) }
        return .none

      case .destination(.presented(.dialog(.statusButtonTapped(let id)))):
        guard var item = inventory.item(id) else {
          state.destination = .alert(.itemIsGone)
          return .none
        }
        item.status.isInStock.toggle()
        return write { [item] in try await inventory.update(item) }

      case .destination(.dismiss):
        switch state.destination {
        case .add(let form), .duplicate(let form): state.keepDraft(of: form)
        case .edit(let form): return save(form, &state)
        default: break
        }
        return .none

      case .destination, .failure:
        return .none

      case .editingFailed(let form, let reason):
        presentAgain(form, reason, &state)
        return .none

      case .importButtonTapped:
        state.destination = .importing(ItemImport.State())
        return .none

      case .itemsChanged:
        if let item = state.destination?.edit?.item, inventory.item(item.id) == nil {
          state.destination?.edit?.isGone = true
        }
        return .none

      case .itemTapped(let id):
        present(itemWith: id, in: &state) { .edit(ItemForm.State(item: $0)) }
        return .none

      case .moreButtonTapped(let id):
        present(itemWith: id, in: &state) { .dialog(.more(about: $0)) }
        return .none

      case .takeStockButtonTapped:
        state.destination = .takeStock(StockTake.State())
        return .none

      case .task:
        return .run { send in
          let changes = inventory.changes()
          // What has changed since the page was made and until here, nobody has told.
          await send(.itemsChanged)
          for await _ in changes.settling() { await send(.itemsChanged) }
        }

      case .writingFailed(let reason):
        state.failure = .notDone(reason)
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$failure, action: \.failure)
  }

  /// Presents something about an item, or says that it is gone.
  private func present(
    itemWith id: Item.ID, in state: inout State, _ destination: (Item) -> Destination.State
  ) {
    state.destination = inventory.item(id).map(destination) ?? .alert(.itemIsGone)
  }

  /// Saves what was edited in place; what can not be saved stays as it was, and an alert says so. Where
  /// the item is gone, the alert offers to add it again as it was edited. What others have changed meanwhile
  /// stays too, and an alert asks whose is to be kept.
  private func save(_ form: ItemForm.State, _ state: inout State) -> Effect<Action> {
    guard form.item != form.original else { return .none }
    guard let saved = inventory.item(form.item.id) else {
      state.destination = .alert(.isGone(form))
      return .none
    }
    var edited = form.item
    if edited.nameProblem != nil { edited.name = form.original.name }
    if edited.quantityProblem != nil { edited.status = form.original.status }
    let problems = [form.item.nameProblem, form.item.quantityProblem].compactMap(\.self)
    if !problems.isEmpty { state.destination = .alert(.kept(problems, of: saved, form.item)) }
    var mine = saved
    mine.apply(changesFrom: form.original, to: edited)
    var theirs = mine
    theirs.apply(changesFrom: form.original, to: saved)
    if theirs != mine {
      state.destination = .alert(.changedMeanwhile(mine, theirs: theirs, problems))
    }
    guard theirs != saved else { return .none }
    return .run { [theirs] _ in
      try await inventory.update(theirs)
    } catch: { error, send in
      await send(.editingFailed(form, "\(error)"))
    }
  }

  /// Brings back a form that was left and could not be saved, with an alert over it.
  private func presentAgain(_ form: ItemForm.State, _ reason: String, _ state: inout State) {
    switch state.destination {
    case nil, .alert:
      var form = form
      form.isTimerOn = false
      form.secondsElapsed = 0
      form.alert = .notSaved(reason)
      state.destination = .edit(form)
    default:
      // The user is at something else, which is not taken away for it.
      state.failure = .notDone(reason)
    }
  }

  /// Writes to the database, and says so where that fails.
  private func write(
    _ operation: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    .run { _ in
      try await operation()
    } catch: { error, send in
      await send(.writingFailed("\(error)"))
    }
  }
}
