import Cairn
import Foundation

/// The stocktaking feature, which counts all items one after another on a separate stack.
///
/// The items come from the database and aren't part of the state. The cost of a tap therefore doesn't depend on the
/// number of items. If someone adds items during the count, they're counted too. Deleted items are left out.
///
/// When the user taps Save, the counts are saved and the cover closes. If they can't be saved, an alert appears, and
/// the counts are kept. If the user leaves without saving after they've counted an item, a dialog asks first.
///
/// Unsaved counts are also stored in the database. Until they're saved or discarded, another user can continue with
/// them, for example after a session has ended. The database doesn't contain whether a user is still counting, so the
/// first screen mentions that.
///
/// Each stock take saves or discards only its own counts. Counts that the user continues with become its own.
@Reducer
struct StockTake {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// Identifies the counts of this stock take in the database.
    let id: UUID
    @Presents var alert: AlertState<Never>?
    @Presents var leaving: ConfirmationDialogState<Leaving>?
    var path = StackState<Path.State>()
    /// Whether the counts are being saved. During that time, the screens are disabled.
    var saving = WorkInFlight()
    /// The counts of screens that the user has left with Back.
    var leftCounts: [Item.ID: Int] = [:]
    /// Whether the user has counted anything that could be lost.
    var hasCounted = false
    /// The counts from the database that were neither saved nor discarded.
    var unfinished: [Item.ID: Int]

    init() {
      @Dependency(\.inventory) var inventory
      @Dependency(\.uuid) var uuid
      id = uuid()
      let items = inventory.items()
      unfinished = inventory.unfinishedCounts().filter { items.ids.contains($0.key) }
    }

    /// The items to count.
    var items: IdentifiedArrayOf<Item> {
      @Dependency(\.inventory) var inventory
      return inventory.items()
    }

    /// All counts so far.
    var counts: [Item.ID: Int] {
      path.compactMap(\.count).filter { $0.problem == nil }
        .reduce(into: leftCounts) { $0[$1.item.id] = $1.counted }
    }

    /// Returns the screens up to an item.
    /// - Parameter number: The position of the item, starting at 1.
    func steps(upTo number: Int) -> [Path.State] {
      let (items, counts) = (items, counts)
      return items.prefix(number).map { step(for: $0, counts) }
    }

    /// Returns the screen after a count, which is the next item or the summary.
    func step(after count: CountItem.State) -> Path.State {
      let items = items
      // IDs are assigned in the order in which items are added.
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
        let continued = state.unfinished
        state.leftCounts.merge(continued) { mine, _ in mine }
        state.unfinished = [:]
        state.hasCounted = true
        let (items, counts) = (state.items, state.counts)
        let next = items.firstIndex { counts[$0.id] == nil } ?? items.count
        for step in state.steps(upTo: next + 1) { state.path.append(step) }
        if next == items.count { state.path.append(state.summary) }
        return store { [id = state.id] in try await inventory.moveCounts(continued, id) }

      case .leaving(.presented(.confirmed)):
        return .run { [id = state.id] _ in
          try? await inventory.forgetCounts(id)
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
        return store { [id = state.id] in
          try await inventory.keepCounts([counted.item.id: counted.counted], id)
        }

      case .path(.popFrom):
        guard state.counts != state.leftCounts else { return .none }
        state.leftCounts = state.counts
        return store { [id = state.id, counts = state.leftCounts] in
          try await inventory.keepCounts(counts, id)
        }

      case .path(.element(_, .summary(.saveButtonTapped))):
        return .send(.saveButtonTapped)

      case .alert, .leaving, .path:
        return .none

      case .saveButtonTapped:
        guard !state.saving.isRunning else { return .none }
        state.saving.isRunning = true
        return .run { [id = state.id, counts = state.counts] _ in
          try await inventory.count(counts)
          try? await inventory.forgetCounts(id)
          await dismiss()
        } catch: { error, send in
          await send(.savingFailed("\(error)"))
        }
        .onInterruption(message: "Saving was interrupted. Save your counts again.")

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

  /// Stores counts so that another user can continue. The current user doesn't depend on it, so errors are ignored.
  private func store(_ operation: @escaping @Sendable () async throws -> Void) -> Effect<Action> {
    .run { _ in
      try await operation()
    } catch: { _, _ in
    }
  }
}

/// The count of one item.
@Reducer
struct CountItem {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The item when this screen was pushed.
    let item: Item
    var counted: Int

    /// The reason why the count isn't valid, or `nil` if it's valid.
    var problem: String? { counted < 0 ? "The count must be 0 or more." : nil }

    /// The current version of the item, or `nil` if someone has deleted it.
    var current: Item? {
      @Dependency(\.inventory) var inventory
      return inventory.item(item.id)
    }

    /// The item's position, starting at 1, and the number of items. It's `nil` if someone has deleted the item.
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

/// A summary of the counts and the expected quantities.
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

    /// The counts that Save writes. Deleted items are left out.
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
