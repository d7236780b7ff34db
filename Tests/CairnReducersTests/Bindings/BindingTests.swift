import Cairn
import CairnTesting
import Foundation
import Synchronization
import Testing

@Reducer
private struct Settings {
  struct State: Equatable {
    var name = ""
    var address = Address()
    var log: [String] = []
  }
  struct Address: Equatable { var city = "", street = "" }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case other
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.name): state.log.append("name \(state.name)")
      case .binding(\.address.city): state.log.append("city \(state.address.city)")
      case .binding: state.log.append("binding")
      case .other: break
      }
      return .none
    }
  }
}

@Reducer
private struct UsesDependencies {
  struct State: Equatable {
    var ids: [UUID] = []
    var now: Date?
  }
  enum Action: Equatable {
    case make, makeInEffect
    case made(UUID)
    case read
  }
  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .make: state.ids.append(uuid())
      case .makeInEffect: return .run { send in await send(.made(uuid())) }
      case .made(let id): state.ids.append(id)
      case .read: state.now = date.now
      }
      return .none
    }
  }
}

@MainActor @Suite struct BindingTests {
  @Test func `Reducers after a binding reducer see the written value`() async {
    let store = TestStore(initialState: Settings.State()) { Settings() }
    await store.send(.binding(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.log = ["name Blob"]
    }
    await store.send(\.binding.address.city, "Kassel") {
      $0.address.city = "Kassel"
      $0.log = ["name Blob", "city Kassel"]
    }
    await store.send(\.binding.address, Settings.Address(city: "Bonn")) {
      $0.address.city = "Bonn"
      $0.log = ["name Blob", "city Kassel", "binding"]
    }
    await store.send(.other)
  }

  @Test func `Binding actions are equal if path and value are equal`() {
    typealias Action = BindingAction<Settings.State>
    #expect(Action.set(\.name, "a") == .set(\.name, "a"))
    #expect(Action.set(\.name, "a") != .set(\.name, "b"))
    #expect(Action.set(\.address.city, "a") != .set(\.address.street, "a"))
  }

  @Test func `A binding action is dumped as it's written in code`() {
    let printed = Mutex("")
    let printer = _ReducerPrinter<Settings.State, Settings.Action>.customDump { text in
      printed.withLock { $0 = text }
    }
    let store = Store(initialState: Settings.State()) { Settings()._printChanges(printer) }
    store.name = "a"
    let text = printed.withLock { $0 }
    #expect(text.contains(".set("))
    #expect(text.contains("name"))
    #expect(text.contains(#""a""#))
    #expect(!text.contains("mark"))
  }

  @Test func `A binding reducer writes the value and returns no effects`() {
    let store = Store(initialState: Settings.State()) { Settings() }
    #expect(store.send(.binding(.set(\.name, "a"))).isFinished)
    var state = Settings.State()
    let reducer = BindingReducer<Settings.State, Settings.Action, _OwnBindings<Settings.Action>>()
    _ = reducer.reduce(into: &state, action: .binding(.set(\.name, "b")))
    #expect(state.name == "b")
    _ = reducer.reduce(into: &state, action: .other)
    #expect(state == Settings.State(name: "b"))
  }

  @Test func `Case paths of bindings match their own property only`() {
    let action = Settings.Action.binding(.set(\.name, "a"))
    let name = Settings.Action.cases[keyPath: \.binding.name]._path
    let city = Settings.Action.cases[keyPath: \.binding.address.city]._path
    #expect(name.extract(from: action) == "a")
    #expect(city.extract(from: action) == nil)
    #expect(name.extract(from: .other) == nil)
  }

  @Test func `Assigning a property of the store sends a binding action`() {
    let store = Store(initialState: Settings.State()) { Settings() }
    store.name = "Blob"
    #expect(store.name == "Blob")
    #expect(store.log == ["name Blob"])
  }
}

@MainActor @Suite struct DependencyInReducerTests {
  @Test func `A test store overrides dependencies`() async {
    let store = TestStore(initialState: UsesDependencies.State()) {
      UsesDependencies()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
    await store.send(.make) { $0.ids = [UUID(0)] }
    await store.send(.makeInEffect)
    await store.receive(\.made, UUID(1)) { $0.ids = [UUID(0), UUID(1)] }
    await store.send(.read) { $0.now = Date(timeIntervalSince1970: 0) }
    store.dependencies.date = .constant(Date(timeIntervalSince1970: 1))
    await store.send(.read) { $0.now = Date(timeIntervalSince1970: 1) }
    await store.finish()
  }

  @Test func `A store overrides dependencies`() async {
    let store = Store(initialState: UsesDependencies.State()) {
      UsesDependencies()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    store.send(.make)
    await store.send(.makeInEffect).finish()
    #expect(store.ids == [UUID(0), UUID(1)])
  }

  @Test func `A store takes the dependencies of the surrounding scope`() {
    let store = withDependencies {
      $0.uuid = .incrementing
    } operation: {
      Store(initialState: UsesDependencies.State()) { UsesDependencies() }
    }
    store.send(.make)
    #expect(store.ids == [UUID(0)])
  }

  @Test func `An undefined dependency fails the test`() async {
    let store = TestStore(initialState: UsesDependencies.State()) { UsesDependencies() }
    store.exhaustivity = .off
    await expectIssue("uuid") {
      await store.send(.make)
    }
  }
}
