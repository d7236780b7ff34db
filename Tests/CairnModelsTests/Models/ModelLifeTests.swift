import CairnModels
import IssueReportingTestSupport
import Synchronization
import Testing

/// Tests when models begin and end.
@Suite(.timeLimit(.minutes(30))) struct ModelLifeTests {
  @Test func `A model is activated once, when it's first made`() {
    let log = Log()
    let store = Store<Parent>(initialState: .init()) { $0.log = log }
    #expect(log.lines == [])
    let model = store.model
    #expect(log.lines == ["parent 0"])
    _ = store.model
    _ = model.$child
    _ = model.$child
    _ = store.model.$child
    #expect(log.lines == ["parent 0", "child 1"])
  }

  @Test func `Changes inside models don't activate them again`() {
    let log = Log()
    let store = Store<Parent>(initialState: .init(rows: [.init(id: 1), .init(id: 2)])) {
      $0.log = log
    }
    let model = store.model
    _ = model.$rows
    log.clear()
    model.change { $0.rows[0].name = "one" }
    model.change { $0.rows.reverse() }
    model.$rows[0].rename("two")
    #expect(log.lines == [])
    #expect(model.rows.map(\.name) == ["two", "one"])
  }

  @Test func `Added models are activated, and removed models end`() {
    let log = Log()
    let store = Store<Parent>(initialState: .init(rows: [.init(id: 1)])) { $0.log = log }
    let model = store.model
    let first = model.$rows[0]
    log.clear()
    model.change { $0.rows.append(.init(id: 2)) }
    #expect(log.lines == ["row 2"])
    model.change { $0.rows.removeFirst() }
    #expect(log.lines == ["row 2", "end of row 1"])
    first.rename("late")
    #expect(model.rows.map(\.id) == [2])
  }

  @Test func `Another ID makes another model`() {
    let log = Log()
    let store = Store<Parent>(initialState: .init(row: .init(id: 1))) { $0.log = log }
    let model = store.model
    let old = model.$row
    log.clear()
    model.change { $0.row?.id = 2 }
    #expect(log.lines == ["row 2", "end of row 1"])
    old?.rename("old")
    #expect(model.row?.name == "")
    #expect(old?.id == 1)
    log.clear()
    // A model can change its own ID.
    model.$row?.become(3)
    #expect(log.lines.sorted() == ["end of row 2", "row 3"])
    #expect(model.row?.id == 3)
  }

  @Test func `Replacing a child with an equal identity keeps its model`() {
    let log = Log()
    let store = Store<Parent>(initialState: .init(child: .init(number: 4))) { $0.log = log }
    let model = store.model
    _ = model.$child
    log.clear()
    model.change { $0.child = .init(number: 5) }
    #expect(log.lines == [])
    #expect(model.$child.number == 5)
  }

  @Test func `Releasing a store ends its models`() {
    let log = Log()
    var store: Store<Parent>? = Store(initialState: .init(rows: [.init(id: 1)])) { $0.log = log }
    let row = store?.model.$rows.first
    log.clear()
    store = nil
    #expect(log.lines == ["end of row 1"])
    row?.rename("late")
    #expect(row?.name == "")
  }

  @Test func `A model without a store traps`() async {
    await #expect(processExitsWith: .failure) {
      print(Row().name)
    }
  }

  @Test func `A plain property belongs to the model and isn't part of the state`() {
    let store = Store<Parent>(initialState: .init(rows: [.init(id: 1), .init(id: 2)]))
    let rows = store.model.$rows
    rows[0].note("a")
    store.model.$rows[0].note("b")
    rows[1].note("c")
    #expect(rows[0].notes == ["a", "b"])
    #expect(rows[1].notes == ["c"])
  }

  @Test func `An optional property has its initial value`() {
    let store = Store<Parent>(initialState: .init(row: .init(id: 1)))
    let row = store.model.$row as Row?
    #expect(row?.limit == 5)
    row?.forgetLimit()
    #expect(row?.limit == nil)
  }

  @Test func `Releasing the store releases what its models keep`() {
    final class Kept: Sendable {}
    weak var kept: Kept?
    var store: Store<Parent>? = Store(initialState: .init(row: .init(id: 1)))
    do {
      let object = Kept()
      kept = object
      let row = store?.model.$row as Row?
      row?.keep(object)
      // The handle refers back to the model.
      row?.keep(row?.onCancel {})
    }
    #expect(kept != nil)
    store = nil
    #expect(kept == nil)
  }

  @Test func `A handler added to a removed model is called once`() {
    let log = Log()
    let store = Store<Parent>(initialState: .init(row: .init(id: 1)))
    let row = store.model.$row as Row?
    row?.dismiss()
    let handle = row?.onCancel { log.add("called") }
    handle?.cancel()
    #expect(log.lines == ["called"])
  }

  // MARK: Dismissal

  @Test func `A presented model dismisses itself`() {
    let store = Store<Parent>(
      initialState: .init(row: .init(id: 1), rows: [.init(id: 2), .init(id: 3)]))
    let model = store.model
    model.$row?.dismiss()
    #expect(model.row == nil)
    let row = model.$rows[0]
    row.dismiss()
    #expect(model.rows.map(\.id) == [3])
    // The row is already gone.
    row.dismiss()
    #expect(model.rows.map(\.id) == [3])
  }

  @Test func `A part of a presented model dismisses that model`() {
    let store = Store<Parent>(initialState: .init(row: .init(id: 1)))
    let model = store.model
    model.$row?.$detail.dismiss()
    #expect(model.row == nil)
  }

  @Test func `Dismissing a model that isn't presented is reported`() {
    let store = Store<Parent>(initialState: .init())
    withKnownIssue {
      store.model.$child.dismiss()
    } matching: {
      "\($0)".contains("'dismiss()' was called on a Child that isn't presented.")
    }
    #expect(store.state == .init())
  }
}

// MARK: - Models

private struct Parent: Model {
  struct State: Equatable {
    @StateModel<Child> var child = .init()
    @StateModel<Row?> var row = nil
    @StateModel<[Row]> var rows = []
    var number = 0
  }

  @ModelDependency(\.log) var log
  @ModelState private var state: State

  func onActivate() { log.add("parent \(state.number)") }

  func change(_ body: (inout State) -> Void) { body(&state) }
}

private struct Child: Model {
  struct State: Equatable {
    var number = 1
  }

  @ModelDependency(\.log) var log
  @ModelState private var state: State

  func onActivate() { log.add("child \(state.number)") }
}

private struct Row: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
    var name = ""
    @StateModel<Child> var detail = .init()
  }

  @ModelDependency(\.log) var log
  @ModelProperty var notes: [String] = []
  @ModelProperty var limit: Int? = 5
  @ModelProperty private var kept: [any Sendable] = []
  @ModelState private var state: State

  func onActivate() {
    log.add("row \(state.id)")
    onCancel { [log, id] in log.add("end of row \(id)") }
  }

  func rename(_ name: String) { state.name = name }

  func become(_ id: Int) { state.id = id }

  func note(_ text: String) { notes.append(text) }

  func forgetLimit() { limit = nil }

  func keep(_ object: some Sendable) { kept.append(object) }
}

/// Events in the order they happened.
final class Log: Sendable {
  private struct State {
    var lines: [String] = []
    var listeners: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  var lines: [String] { state.withLock(\.lines) }

  func add(_ line: String) {
    let listeners = state.withLock { state in
      state.lines.append(line)
      return state.listeners
    }
    for listener in listeners { listener.yield() }
  }

  func clear() { state.withLock { $0.lines = [] } }

  /// Waits until there are at least `count` lines.
  func wait(forLines count: Int) async {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    state.withLock { $0.listeners.append(continuation) }
    // The lines can already be there.
    continuation.yield()
    for await _ in changes where lines.count >= count { return }
  }
}

extension Log: TestDependencyKey {
  static var testValue: Log { Log() }
}

extension DependencyValues {
  var log: Log {
    get { self[Log.self] }
    set { self[Log.self] = newValue }
  }
}
