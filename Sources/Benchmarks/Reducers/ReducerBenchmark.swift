import Cairn

/// A benchmark of actions in four ways:
///
/// - Through a store, as in a scene
/// - Through a store with its own lock
/// - Through the reducer alone
/// - Through a function written by hand
struct ReducerBenchmark {
  let rounds: Int

  /// Actions that are sent repeatedly, from a state that they essentially return to.
  private struct Scenario {
    let name: String
    let state: Desk.State
    let actions: [Desk.Action]
  }

  func run() throws {
    print("Actions on one core, in nanoseconds, as the median of \(rounds) rounds.")
    print(
      "  " + Column.left("", 44)
        + ["store", "with lock", "reducer", "function"].map(Column.right).joined())
    for scenario in Self.scenarios {
      let reducer = Desk()
      let store = StoreIsolationContext.$current.withValue(InScene()) {
        Store(initialState: scenario.state) { reducer }
      }
      let lockedStore = Store(initialState: scenario.state) { reducer }
      var reduced = scenario.state
      var plain = scenario.state
      let figures = [
        measure(scenario) { store.send($0) },
        measure(scenario) { lockedStore.send($0) },
        measure(scenario) { _ = reducer.reduce(into: &reduced, action: $0) },
        measure(scenario) { plain.apply($0) },
      ]
      guard store.state == plain, lockedStore.state == plain, reduced == plain else {
        throw Failure("The store, the reducer, and the function have different states.")
      }
      print(
        "  " + Column.left(scenario.name, 44)
          + figures.map { Column.right(Column.number($0, 0)) }.joined())
    }
    print("")
  }

  private static let scenarios: [Scenario] = {
    var desk = Desk.State()
    var document = Document.State()
    document.destination = .editor(Editor.State())
    var folder = Folder.State()
    folder.destination = .document(document)
    desk.destination = .folder(folder)

    var stack = Desk.State()
    for _ in 0..<3 {
      stack.path.append(.folder(Folder.State()))
      stack.path.append(.document(Document.State()))
      stack.path.append(.editor(Editor.State()))
    }
    let top = stack.path.appended(.editor(Editor.State()))

    return [
      Scenario(name: "to the root", state: Desk.State(), actions: [.tapped]),
      Scenario(
        name: "to the root, with three screens presented on it", state: desk, actions: [.tapped]),
      Scenario(
        name: "through three nested presentations", state: desk,
        actions: [.inFolder(.inDocument(.inEditor(.keyPressed)))]),
      Scenario(
        name: "to the top of a stack of ten", state: stack,
        actions: [.path(.element(id: top, action: .editor(.keyPressed)))]),
      Scenario(
        name: "to open three and close them (4 actions)", state: Desk.State(),
        actions: [
          .folderTapped, .inFolder(.documentTapped), .inFolder(.inDocument(.editorTapped)),
          .destination(.dismiss),
        ]),
    ]
  }()

  /// Returns the nanoseconds per action.
  private func measure(_ scenario: Scenario, _ send: (Desk.Action) -> Void) -> Double {
    let repetitions = 200_000 / scenario.actions.count
    func round() -> Double {
      let start = ContinuousClock.now
      for _ in 0..<repetitions {
        for action in scenario.actions { send(action) }
      }
      return (ContinuousClock.now - start) / .nanoseconds(1)
        / Double(repetitions * scenario.actions.count)
    }
    _ = round()
    return (0..<rounds).map { _ in round() }.sorted()[rounds / 2]
  }
}

extension Desk.Action {
  fileprivate static func inFolder(_ action: Folder.Action) -> Self {
    .destination(.presented(.folder(action)))
  }
}

extension Folder.Action {
  fileprivate static func inDocument(_ action: Document.Action) -> Self {
    .destination(.presented(.document(action)))
  }
}

extension Document.Action {
  fileprivate static func inEditor(_ action: Editor.Action) -> Self {
    .destination(.presented(.editor(action)))
  }
}

extension StackState {
  /// Appends an element and returns its ID.
  fileprivate mutating func appended(_ element: Element) -> StackElementID {
    append(element)
    return ids[ids.endIndex - 1]
  }
}

/// An isolation that behaves like a scene, which takes its lock once per request.
private final class InScene: StoreIsolation {
  func perform(_ body: @escaping @Sendable () -> Void) async { body() }
  func runningEffectsChanged(by difference: Int) {}
  func actionProcessed() {}
}
