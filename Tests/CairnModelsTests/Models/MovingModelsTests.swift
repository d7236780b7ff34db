public import CairnModels
import CairnModelsTesting
import Testing

/// Code patterns of models that were written for other frameworks.
@MainActor @Suite(.timeLimit(.minutes(30))) struct MovingModelsTests {
  @Test func `A test on the main actor asserts with closures`() async {
    let store = TestStore<PortModel>(initialState: .init())
    @TestModel var port = store.model
    port.arrive()
    await $port.assert { $0.ships = 1 }
    port.arrive()
    await $port.ships.assert { $0 += 1 }
    await $port.hasShips.assert(true)
    await store.finish()
  }

  @Test func `A canceled task can use what its model kept`() async {
    let log = Log()
    let store = TestStore<PortModel>(initialState: .init(dock: .init()), exhaustivity: .off) {
      $0.log = log
    }
    let port = store.model
    port.$dock?.tie("rope")
    port.clear()
    await store.finish()
    #expect(log.lines == ["rope"])
  }

  @Test func `A loop that activation began needn't end`() async {
    let store = TestStore<LookoutModel>(initialState: .init())
    @TestModel var lookout = store.model
    await $lookout.seen.assert(0)
    await store.finish()
  }

  @Test func `A dictionary can be a container`() async {
    let store = TestStore<FleetModel>(initialState: .init())
    let fleet = store.model
    #expect(fleet.$ships.keys.sorted() == ["a", "b"])
    fleet.$ships["b"]?.arrive()
    #expect(store.state.ships["b"]?.ships == 1)
    fleet.remove("b")
    #expect(fleet.$ships.count == 1)
    store.exhaustivity = .off
  }

  @Test func `A view with an initializer has its model`() {
    let store = Store<PortModel>(initialState: .init())
    #expect(PortView(model: store.model).model.ships == 0)
  }
}

private struct PortModel: Model {
  struct State: Equatable {
    var ships = 0
    @StateModel<DockModel?> var dock = nil

    var hasShips: Bool { ships > 0 }
  }

  @ModelState private var state: State

  func arrive() {
    withAnimation { state.ships += 1 }
    // A closure with one expression has an unused result.
    withCancellationContext(for: PortModel.self) { onCancel {} }
  }

  func clear() { state.dock = nil }
}

private struct DockModel: Model {
  struct State: Equatable {}

  @ModelDependency(\.log) var log
  @ModelProperty var rope = ""
  @ModelState private var state: State

  func tie(_ rope: String) {
    self.rope = rope
    onCancel { log.add(self.rope) }
  }
}

private struct LookoutModel: Model {
  struct State: Equatable {
    var seen = 0
  }

  @ModelState private var state: State

  func onActivate() {
    forEach(values(of: \.seen), cancelPrevious: true) { _ in
      try await Task.sleep(for: .seconds(3600))
    }
  }
}

extension Dictionary: StateContainer where Key == String, Value: Equatable {
  public var modelKeys: [String] { keys.sorted() }

  public subscript(modelKey key: String) -> Value? {
    get { self[key] }
    set { self[key] = newValue }
  }
}

extension Dictionary: ModelContainer where Key == String, Value: Model {
  public static func models(in place: ModelPlace<[String: Value.State]>) -> [String: Value] {
    place.state.reduce(into: [:]) { $0[$1.key] = place.model(at: $1.key, $1.value) }
  }
}

private struct FleetModel: Model {
  struct State: Equatable {
    @StateModel<[String: PortModel]> var ships = ["a": .init(), "b": .init()]
  }

  @ModelState private var state: State

  func remove(_ name: String) { state.ships[name] = nil }
}

private struct PortView: View {
  @ObservedModel var model: PortModel

  init(model: PortModel) { self.model = model }

  var body: some View { Text("\(model.ships)") }
}
