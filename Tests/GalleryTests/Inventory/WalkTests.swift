import Cairn
import Foundation
import Testing

@testable import Gallery

/// Random walks through the inventory, which check that the location of each state leads there too.
@MainActor
struct WalkTests {
  @Test func `The location of every reached state opens the same screens`() async throws {
    // To repeat a failed walk, set CAIRN_SEED to its seed.
    let environment = ProcessInfo.processInfo.environment
    let base = environment["CAIRN_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    var reached: Set<String> = []
    for walk in 0..<UInt64(200) {
      guard try await walkSucceeds(seed: base &+ walk, &reached) else { return }
    }
    #expect(
      reached == [
        "list", "add", "alert", "dialog", "duplicate", "edit", "takeStock", "count", "summary",
      ])
  }

  private func walkSucceeds(seed: UInt64, _ reached: inout Set<String>) async throws -> Bool {
    var random = SeededGenerator(seed: seed)
    let inventory = try inventory(of: Item.seed(count: Int.random(in: 0...5, using: &random)))
    let clock = TestClock()
    let store = withDependencies {
      $0.inventory = inventory
      $0.continuousClock = clock
      $0.uuid = .incrementing
    } operation: {
      Store(initialState: Inventory.State()) { Inventory() }
    }
    var actions: [Inventory.Action] = []
    for _ in 0..<30 {
      let action = Self.action(on: store.state, inventory.items(), using: &random)
      actions.append(action)
      let task = store.send(action)
      switch action {
      case .destination(.presented(.add(.binding(\.isTimerOn)))),
        .destination(.presented(.duplicate(.binding(\.isTimerOn)))),
        .destination(.presented(.edit(.binding(\.isTimerOn)))):
        await clock.advance(by: .seconds(Int.random(in: 0...6, using: &random)))
      default:
        await task.finish()
      }
      let state = store.state
      let isSame = withDependencies {
        $0.inventory = inventory
        $0.uuid = .incrementing
      } operation: {
        Self.opensTheSame(state)
      }
      guard isSame else {
        Issue.record("With the seed \(seed), after \(actions)")
        return false
      }
      reached.insert(state.topScreen)
    }
    return true
  }

  private static func opensTheSame(_ state: Inventory.State) -> Bool {
    let location = state.location
    var fresh = Inventory.State()
    let opened = fresh.open(location)
    var same = state
    let stayed = same.open(location)
    let results = [
      opened.isComplete, !opened.isGone, fresh.location == location,
      fresh.screens == state.screens, Location(path: location.path) == location,
      stayed.isComplete, same == state || state.isPresentingDialog,
    ]
    #expect(!results.contains(false), "\(location.path): \(results)")
    return !results.contains(false)
  }

  // MARK: User actions

  private static func action(
    on state: Inventory.State, _ items: IdentifiedArrayOf<Item>,
    using random: inout SeededGenerator
  ) -> Inventory.Action {
    if state.failure != nil { return .failure(.dismiss) }
    return switch state.destination {
    case nil: listAction(items, using: &random)
    case .add(let form): .destination(formAction(form, using: &random).map { .add($0) })
    case .duplicate(let form): .destination(formAction(form, using: &random).map { .duplicate($0) })
    case .edit(let form): .destination(formAction(form, using: &random).map { .edit($0) })
    case .alert(let alert):
      .destination(
        alert.buttons.randomElement(using: &random)?.action.map { .presented(.alert($0)) }
          ?? .dismiss)
    case .dialog(let dialog):
      .destination(
        dialog.buttons.randomElement(using: &random)?.action.map { .presented(.dialog($0)) }
          ?? .dismiss)
    case .importing: .destination(.dismiss)
    case .takeStock(let stockTake):
      .destination(stockTakeAction(stockTake, using: &random).map { .takeStock($0) })
    }
  }

  private static func listAction(
    _ items: IdentifiedArrayOf<Item>, using random: inout SeededGenerator
  ) -> Inventory.Action {
    // Sometimes, the row's item is deleted before the button is tapped.
    let id = items.randomElement(using: &random)?.id ?? 99
    let actions: [Inventory.Action] = [
      .addButtonTapped, .deleteButtonTapped(id: id), .duplicateButtonTapped(id: id),
      .itemTapped(id: id), .moreButtonTapped(id: id), .takeStockButtonTapped,
    ]
    return actions[Int.random(in: 0..<actions.count, using: &random)]
  }

  private static func formAction(
    _ form: ItemForm.State, using random: inout SeededGenerator
  ) -> PresentationAction<ItemForm.Action> {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .presented(.saveButtonTapped)
    case 1: .presented(.cancelButtonTapped)
    default: fieldAction(form, using: &random)
    }
  }

  private static func fieldAction(
    _ form: ItemForm.State, using random: inout SeededGenerator
  ) -> PresentationAction<ItemForm.Action> {
    var item = form.item
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 5: item.name = ["", "/", "Lamp", "a/b?c#d"].randomElement(using: &random) ?? ""
    case 1, 6: item.status.isInStock.toggle()
    case 2, 7: item.status = .inStock(quantity: Int.random(in: -2...9, using: &random))
    case 3, 8: item.color = Item.Color.allCases.randomElement(using: &random)
    case 4: return .presented(.binding(.set(\.isTimerOn, !form.isTimerOn)))
    default: return .dismiss
    }
    return .presented(.binding(.set(\.item, item)))
  }

  private static func stockTakeAction(
    _ stockTake: StockTake.State, using random: inout SeededGenerator
  ) -> PresentationAction<StockTake.Action> {
    guard let id = stockTake.path.ids.last, let top = stockTake.path.last else {
      return Bool.random(using: &random) ? .presented(.startButtonTapped) : .dismiss
    }
    switch (top, Int.random(in: 0..<6, using: &random)) {
    case (_, 0): return .presented(.path(.popFrom(id: id)))
    case (_, 1): return .presented(.cancelButtonTapped)
    case (.count, 2):
      let counted = Int.random(in: -1...9, using: &random)
      return .presented(
        .path(.element(id: id, action: .count(.binding(.set(\.counted, counted))))))
    case (.count, _): return .presented(.path(.element(id: id, action: .count(.nextButtonTapped))))
    case (.summary, _):
      return .presented(.path(.element(id: id, action: .summary(.saveButtonTapped))))
    }
  }
}

extension PresentationAction {
  fileprivate func map<Other>(_ transform: (Action) -> Other) -> PresentationAction<Other> {
    switch self {
    case .dismiss: .dismiss
    case .presented(let action): .presented(transform(action))
    }
  }
}

extension Inventory.State {
  /// The name of the top screen.
  fileprivate var topScreen: String {
    switch destination {
    case nil: "list"
    case .add: "add"
    case .alert: "alert"
    case .dialog: "dialog"
    case .duplicate: "duplicate"
    case .edit: "edit"
    case .importing: "importing"
    case .takeStock(let stockTake):
      stockTake.path.last.map { $0.summary == nil ? "count" : "summary" } ?? "takeStock"
    }
  }

  fileprivate var isPresentingDialog: Bool {
    switch destination {
    case .alert, .dialog: true
    default: false
    }
  }
}
