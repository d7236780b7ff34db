import Cairn
import Synchronization
import Testing

@Reducer
private struct Printed {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable {
    case increment
    case nothing
    case child(id: Int, Child)
  }
  @CasePathable
  enum Child: Equatable { case named(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .increment { state.count += 1 }
      return .none
    }
  }
}

/// What was printed.
private final class Paper: Sendable {
  private let lines = Mutex<[String]>([])
  var text: [String] { lines.withLock { $0 } }
  func print(_ line: String) { lines.withLock { $0.append(line) } }
}

@MainActor @Suite struct PrintChangesTests {
  private let paper = Paper()

  private func store(
    _ printer: _ReducerPrinter<Printed.State, Printed.Action>?
  ) -> StoreOf<Printed> {
    Store(initialState: Printed.State()) { Printed()._printChanges(printer) }
  }

  @Test func theActionAndTheDifferenceArePrinted() {
    let paper = paper
    let store = store(.customDump { paper.print($0) })
    store.send(.increment)
    store.send(.nothing)
    #expect(
      paper.text.map { $0.replacing("\u{2007}", with: " ") } == [
        """
        received action:
          Printed.Action.increment
        - Printed.State(count: 0)
        + Printed.State(count: 1)
        """,
        """
        received action:
          Printed.Action.nothing
          (No state changes)
        """,
      ])
  }

  @Test func namesOfActionsHideTheirValues() {
    let paper = paper
    let store = store(.actionLabels { paper.print($0) })
    store.send(.increment)
    store.send(.child(id: 1, .named("secret")))
    #expect(
      paper.text == [
        "received action: Printed.Action.increment",
        "received action: Printed.Action.child.named",
      ])
  }

  @Test func aPrinterCanBeTheCallers() {
    let paper = paper
    let store = store(
      _ReducerPrinter { paper.print("\($0) \($1.count) → \($2.count)") })
    store.send(.increment)
    #expect(paper.text == ["increment 0 → 1"])
    #expect(store.count == 1)
  }

  @Test func withoutAPrinterNothingIsPrinted() {
    let store = store(nil)
    store.send(.increment)
    #expect(store.count == 1)
  }
}
