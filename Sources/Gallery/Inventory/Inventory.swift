import Cairn

/// The list of items, and everything that the user can do with an item.
@Reducer
struct Inventory {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Presents var destination: Destination.State?
    /// An alert about a failed change. It can appear late, over any other presentation, which stays open.
    @Presents var failure: AlertState<Never>?
    /// The contents of forms that their timers closed, by the ID of the copied item.
    var drafts: [Item.ID: Item] = [:]
    /// The report with the items to reorder.
    var report = LongWork<Int, Int>.State()

    /// The items in the database, which all sessions share.
    ///
    /// They aren't part of the state. Each page reads the current items.
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
    case report(LongWork<Int, Int>.Action)
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
    Scope(state: \.report, action: \.report) {
      LongWork { threshold, report in
        try await ReorderReport.prepare(itemsBelow: threshold, report)
      }
    }
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

      case .destination(.presented(.importing(.saved))):
        guard case .importing(let form) = state.destination else { return .none }
        state.destination = form.leftOut == 0 ? nil : .alert(.imported(form))
        return .none

      case .destination(.dismiss):
        switch state.destination {
        case .add(let form), .duplicate(let form): state.keepDraft(of: form)
        case .edit(let form): return save(form, &state)
        default: break
        }
        return .none

      case .destination, .failure, .report:
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
          // Changes that were made between the rendering of the page and this point haven't been reported.
          await send(.itemsChanged)
          // Waiting for the next change can take any length of time. With `ignoredForResponse()`, responses don't wait for it.
          for await _ in changes.ignoredForResponse() { await send(.itemsChanged) }
        }

      case .writingFailed(let reason):
        state.failure = .notDone(reason)
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$failure, action: \.failure)
  }

  /// Presents something about an item, or an alert if the item was deleted.
  private func present(
    itemWith id: Item.ID, in state: inout State, _ destination: (Item) -> Destination.State
  ) {
    state.destination = inventory.item(id).map(destination) ?? .alert(.itemIsGone)
  }

  /// Saves an item that was edited in place.
  ///
  /// Fields that can't be saved keep their values, and an alert lists them. If the item was deleted, an alert offers
  /// to add the edited version as a new item. If someone else changed the same field while the form was open, their
  /// change stays, and an alert asks which version to keep.
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
      state.destination = .alert(.changedSinceOpened(mine, theirs: theirs, problems))
    }
    guard theirs != saved else { return .none }
    return .run { [theirs] _ in
      try await inventory.update(theirs)
    } catch: { error, send in
      await send(.editingFailed(form, "\(error)"))
    }
    .onInterruption(message: Self.interruption)
  }

  /// Reopens a form that couldn't be saved when it closed, with an alert over it.
  private func presentAgain(_ form: ItemForm.State, _ reason: String, _ state: inout State) {
    switch state.destination {
    case nil, .alert:
      var form = form
      form.isTimerOn = false
      form.secondsElapsed = 0
      form.alert = .notSaved(reason)
      state.destination = .edit(form)
    default:
      // The user is doing something else, which stays open.
      state.failure = .notDone(reason)
    }
  }

  /// The message if a restart stopped a change.
  private static let interruption =
    "Your last change was interrupted. Check whether it was saved."

  /// Writes to the database, and reports a failure.
  private func write(
    _ operation: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    .run { _ in
      try await operation()
    } catch: { error, send in
      await send(.writingFailed("\(error)"))
    }
    .onInterruption(message: Self.interruption)
  }
}
