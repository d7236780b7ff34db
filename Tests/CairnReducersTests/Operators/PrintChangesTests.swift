import Cairn
import Logging
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

/// Collects printed text.
private final class Paper: Sendable {
  private let lines = Mutex<[String]>([])
  var text: [String] { lines.withLock { $0 } }
  func print(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Keeps logged lines.
private struct PaperHandler: LogHandler {
  let label: String
  let paper: Paper
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level

  func log(event: LogEvent) {
    paper.print("\(label) \(event.level): \(event.message)")
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
}

@MainActor @Suite struct PrintChangesTests {
  private let paper = Paper()

  private func store(
    _ printer: _ReducerPrinter<Printed.State, Printed.Action>?
  ) -> StoreOf<Printed> {
    Store(initialState: Printed.State()) { Printed()._printChanges(printer) }
  }

  @Test func `Secrets are masked in printed changes`() {
    let paper = paper
    let texts = SecretTexts()
    texts.add(Secret("hunter22")) { [] }
    let store: StoreOf<Printed> = withDependencies {
      $0.secretTexts = texts
    } operation: {
      self.store(.customDump { paper.print($0) })
    }
    store.send(.child(id: 1, .named("hunter22 and more")))
    #expect(paper.text.count == 1)
    #expect(paper.text.first?.contains("••• and more") == true)
  }

  @Test func `The action and the difference are printed`() {
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

  @Test func `Action labels hide associated values`() {
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

  // The logging system is set up once per process, so the test uses a separate one.
  @Test func `Without a custom printer, changes go to the log`() async {
    await #expect(processExitsWith: .success) {
      let paper = Paper()
      LoggingSystem.bootstrap { PaperHandler(label: $0, paper: paper, logLevel: .info) }
      let (dumped, named) = await MainActor.run {
        Store(initialState: Printed.State()) { Printed()._printChanges() }.send(.increment)
        let dumped = paper.text
        Store(initialState: Printed.State()) { Printed()._printChanges(.actionLabels) }
          .send(.increment)
        return (dumped, paper.text.last)
      }
      #expect(
        dumped.map { $0.replacing("\u{2007}", with: " ") } == [
          """
          cairn.reducers info: received action:
            Printed.Action.increment
          - Printed.State(count: 0)
          + Printed.State(count: 1)
          """
        ])
      #expect(named == "cairn.reducers info: received action: Printed.Action.increment")
    }
  }

  @Test func `Changes aren't logged if the level info is off`() async {
    await #expect(processExitsWith: .success) {
      let paper = Paper()
      LoggingSystem.bootstrap { PaperHandler(label: $0, paper: paper, logLevel: .notice) }
      let count = await MainActor.run {
        let store = Store(initialState: Printed.State()) { Printed()._printChanges() }
        store.send(.increment)
        return store.count
      }
      #expect(count == 1)
      #expect(paper.text == [])
    }
  }

  @Test func `A custom printer is used`() {
    let paper = paper
    let store = store(
      _ReducerPrinter { paper.print("\($0) \($1.count) → \($2.count)") })
    store.send(.increment)
    #expect(paper.text == ["increment 0 → 1"])
    #expect(store.count == 1)
  }

  @Test func `A nil printer prints nothing`() {
    let store = store(nil)
    store.send(.increment)
    #expect(store.count == 1)
  }

  @Test func `A changed shared value is printed`() {
    let paper = paper
    let store = Store(initialState: Noted.State()) {
      Noted()._printChanges(.customDump { paper.print($0) })
    }
    store.send(.increment)
    store.send(.nothing)
    #expect(
      paper.text == [
        """
        received action:
          Noted.Action.increment
          Noted.State(
        -   _count: 0
        +   _count: 1
          )
        """,
        """
        received action:
          Noted.Action.nothing
          (No state changes)
        """,
      ])
  }
}

@Reducer
private struct Noted {
  struct State: Equatable { @Shared(.inMemory("count of a printed feature")) var count = 0 }
  enum Action { case increment, nothing }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .increment = action { state.$count.withLock { $0 += 1 } }
      return .none
    }
  }
}
