import Cairn

/// Counts the items one after another, on a stack of its own.
///
/// The items are the database's: what is added meanwhile is counted too, and what is deleted is left out. The state has no
/// copy of them, so that a tap costs the same however many there are.
///
/// Save writes what was counted and then leaves. Where it can not be written, an alert says so, and
/// nothing has to be counted again. Whoever leaves otherwise is asked first, once something was counted. What was
/// counted and neither saved nor thrown away, in a session that has ended, is offered to whoever counts next.
@Reducer
struct StockTake {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Presents var alert: AlertState<Never>?
    @Presents var leaving: ConfirmationDialogState<Leaving>?
    var path = StackState<Path.State>()
    /// While what was counted is being written nothing can be operated.
    var saving = WorkInFlight()
    /// What was counted on screens that Back has left.
    var leftCounts: [Item.ID: Int] = [:]
    /// Whether there is something to lose.
    var hasCounted = false
    /// What was counted before, by whomever, and neither saved nor thrown away.
    var unfinished: [Item.ID: Int]

    init() {
      @Dependency(\.inventory) var inventory
      let items = inventory.items()
      unfinished = inventory.unfinishedCounts().filter { items.ids.contains($0.key) }
    }

    /// What is to be counted.
    var items: IdentifiedArrayOf<Item> {
      @Dependency(\.inventory) var inventory
      return inventory.items()
    }

    /// What was counted so far.
    var counts: [Item.ID: Int] {
      path.compactMap(\.count).filter { $0.problem == nil }
        .reduce(into: leftCounts) { $0[$1.item.id] = $1.counted }
    }

    /// The screens up to the item with a number, which counts from 1.
    func steps(upTo number: Int) -> [Path.State] {
      let (items, counts) = (items, counts)
      return items.prefix(number).map { step(for: $0, counts) }
    }

    /// What follows upon a count: the next item, or what was counted.
    func step(after count: CountItem.State) -> Path.State {
      let items = items
      // Ids are given in the order in which items are added.
      guard let next = items.firstIndex(where: { $0.id > count.item.id }) else { return summary }
      return step(for: items[next], counts)
    }

    private func step(for item: Item, _ counts: [Item.ID: Int]) -> Path.State {
      .count(
        CountItem.State(item: item, counted: counts[item.id] ?? item.status.inStock ?? 0))
    }

    var summary: Path.State { .summary(StockSummary.State(counts: counts)) }
  }

  enum Action {
    case alert(PresentationAction<Never>)
    case cancelButtonTapped
    case continueButtonTapped
    case leaving(PresentationAction<Leaving>)
    case path(StackActionOf<Path>)
    case saveButtonTapped
    case savingFailed(String)
    case startButtonTapped
  }

  @CasePathable
  enum Leaving: Codable, Equatable, Sendable {
    case confirmed
  }

  @Reducer(state: .codable, .equatable, .sendable)
  enum Path {
    case count(CountItem)
    case summary(StockSummary)
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.inventory) var inventory

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        guard !state.hasCounted else {
          state.leaving = .leaving
          return .none
        }
        return .run { _ in await dismiss() }

      case .continueButtonTapped:
        state.leftCounts.merge(state.unfinished) { mine, _ in mine }
        state.unfinished = [:]
        state.hasCounted = true
        let (items, counts) = (state.items, state.counts)
        let next = items.firstIndex { counts[$0.id] == nil } ?? items.count
        for step in state.steps(upTo: next + 1) { state.path.append(step) }
        if next == items.count { state.path.append(state.summary) }
        return .none

      case .leaving(.presented(.confirmed)):
        return .run { _ in
          try? await inventory.forgetCounts()
          await dismiss()
        }

      case .path(.element(_, .count(.binding))):
        state.hasCounted = true
        return .none

      case .path(.element(let id, .count(.nextButtonTapped))):
        guard let counted = state.path[id: id]?.count, counted.problem == nil else {
          return .none
        }
        state.hasCounted = true
        state.path.pop(to: id)
        state.path.append(state.step(after: counted))
        return keep([counted.item.id: counted.counted])

      case .path(.popFrom):
        guard state.counts != state.leftCounts else { return .none }
        state.leftCounts = state.counts
        return keep(state.leftCounts)

      case .path(.element(_, .summary(.saveButtonTapped))):
        return .send(.saveButtonTapped)

      case .alert, .leaving, .path:
        return .none

      case .saveButtonTapped:
        guard !state.saving.isRunning else { return .none }
        state.saving.isRunning = true
        return .run { [counts = state.counts] _ in
          try await inventory.count(counts)
          try? await inventory.forgetCounts()
          await dismiss()
        } catch: { error, send in
          await send(.savingFailed("\(error)"))
        }

      case .savingFailed(let reason):
        state.saving.isRunning = false
        state.alert = .notSaved(reason)
        return .none

      case .startButtonTapped:
        state.path.append(state.steps(upTo: 1).first ?? state.summary)
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$leaving, action: \.leaving)
    .forEach(\.path, action: \.path)
  }

  /// Keeps counts for whoever goes on. Who counts has them all the same.
  private func keep(_ counts: [Item.ID: Int]) -> Effect<Action> {
    .run { _ in
      try await inventory.keepCounts(counts)
    } catch: { _, _ in
    }
  }
}

/// One item on the way.
@Reducer
struct CountItem {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The item as it was when this screen was pushed.
    let item: Item
    var counted: Int

    /// Why the count can not be; nil where it can.
    var problem: String? { counted < 0 ? "A count is 0 or more." : nil }

    /// The item as it is now; nil if somebody has deleted it.
    var current: Item? {
      @Dependency(\.inventory) var inventory
      return inventory.item(item.id)
    }

    /// The item's position among all items, from 1, and how many there are; nil if somebody has deleted it.
    var progress: (number: Int, total: Int)? {
      @Dependency(\.inventory) var inventory
      let items = inventory.items()
      return items.index(id: item.id).map { ($0 + 1, items.count) }
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case nextButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

/// What was counted, beside what is expected now.
@Reducer
struct StockSummary {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    struct Line: Equatable, Identifiable {
      let item: Item
      let counted: Int
      var id: Item.ID { item.id }
      var expected: Int { item.status.inStock ?? 0 }
      var difference: Int { counted - expected }
    }

    let counts: [Item.ID: Int]

    /// What Save writes: what somebody has deleted meanwhile is left out.
    var lines: [Line] {
      @Dependency(\.inventory) var inventory
      return inventory.items().compactMap { item in
        counts[item.id].map { Line(item: item, counted: $0) }
      }
    }
  }

  enum Action {
    case saveButtonTapped
  }
}
