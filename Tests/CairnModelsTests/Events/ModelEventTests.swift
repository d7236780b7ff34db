import CairnModels
import CairnModelsTesting
import Testing

/// Tests the events of models.
@Suite(.timeLimit(.minutes(30))) struct ModelEventTests {
  private let log = Log()

  private func makeStore() -> TestStore<Top> {
    TestStore(
      initialState: .init(middle: .init(leaves: [.init(id: 1), .init(id: 2)])), exhaustivity: .off
    ) { [log] in $0.log = log }
  }

  @Test func `The sender and its ancestors receive an event`() async {
    let store = makeStore()
    let leaves = store.model.$middle.$leaves
    leaves[0].send(.ping)
    await heard("leaf 1", "middle", "top")
  }

  @Test(
    arguments: [
      ([.self], ["middle"]),
      (.parent, ["top"]),
      (.ancestors, ["top"]),
      (.children, ["leaf 1", "leaf 2"]),
      ([.self, .descendants], ["leaf 1", "leaf 2", "middle"]),
      ([], []),
    ] as [(EventReceivers, [String])])
  func `The sender can choose the receivers`(receivers: EventReceivers, expected: [String]) async {
    let store = makeStore()
    let middle = store.model.$middle
    _ = middle.$leaves
    middle.send(Ping(), to: receivers)
    await heard(expected)
  }

  @Test func `Sending to the parent doesn't reach other ancestors`() async {
    let store = makeStore()
    store.model.$middle.$leaves[0].send(Ping(), to: .parent)
    await heard("middle")
  }

  @Test func `Events are matched by type, value, sender, and location`() async {
    let store = makeStore()
    @TestModel var top = store.model
    let leaves = store.model.$middle.$leaves
    leaves[0].send(.pong(1))
    leaves[1].send(.pong(2))
    leaves[1].send(.ping)
    store.model.$middle.send(Ping())
    await $top.heard.assert(["Leaf pong 1", "Leaf pong 2", "Leaf ping"])
    await $top.pings.assert(1)
    @TestModel var middle = store.model.$middle
    await $middle.heard.assert(["pong(1) of 1", "pong(2) of 2", "ping of 2"])
    await $middle.pinged.assert([2])
  }

  @Test func `The closure can choose whose events to handle`() async {
    let store = TestStore<Desk>(initialState: .init(), exhaustivity: .off)
    @TestModel var desk = store.model
    let model = store.model
    for lamp in [model.$left, model.$right].compactMap(\.self) as [Lamp] {
      lamp.send(.on)
      lamp.send(.off)
    }
    await $desk.all.assert(4)
    await $desk.switchedOn.assert(["left", "right"])
    await $desk.left.heard.assert([.on, .off])
    await $desk.heardOfRight.assert([.on, .off])
    await $desk.heardOfLeft.assert([.on, .off])
  }

  @Test func `Events of a removed model aren't received`() async {
    let store = makeStore()
    let leaf = store.model.$middle.$leaves[0]
    leaf.dismiss()
    leaf.send(.ping)
    await heard()
  }

  @Test func `Events keep their order`() async {
    let store = makeStore()
    @TestModel var top = store.model
    let leaf = store.model.$middle.$leaves[0]
    for number in 0..<200 { leaf.send(.pong(number)) }
    await $top.heard.assert((0..<200).map { "Leaf pong \($0)" })
  }

  private func heard(_ names: String...) async { await heard(names) }

  /// Waits until exactly these models have received an event, in any order.
  private func heard(_ names: [String]) async {
    while log.lines.count < names.count { await Task.yield() }
    // Any other receiver has had its turn.
    for _ in 0..<200 { await Task.yield() }
    #expect(log.lines.sorted() == names.sorted())
  }
}

private struct Ping: Equatable, Sendable {}

private struct Desk: Model {
  struct State: Equatable {
    @StateModel<Lamp> var left = .init(name: "left")
    @StateModel<Lamp?> var right = .init(name: "right")
    var all = 0
    var switchedOn: [String] = []
    var heardOfLeft: [Lamp.Event] = []
    var heardOfRight: [Lamp.Event] = []
  }

  @ModelState private var state: State

  func onActivate() {
    forEach(events()) { (event, lamp: Lamp) in state.all += 1 }
    forEach(events(of: .on)) { (lamp: Lamp) in state.switchedOn.append(lamp.name) }
    forEach(events(from: \.$left)) { event in state.heardOfLeft.append(event) }
    forEach(events(from: \.$right)) { event in state.heardOfRight.append(event) }
  }
}

private struct Lamp: Model {
  struct State: Equatable {
    var name: String
    var heard: [Event] = []
  }

  enum Event: Equatable {
    case on, off
  }

  @ModelState private var state: State

  func onActivate() {
    forEach(events()) { event in state.heard.append(event) }
  }
}

private struct Top: Model {
  struct State: Equatable {
    @StateModel<Middle> var middle = .init()
    var heard: [String] = []
    var pings = 0
  }

  @ModelDependency(\.log) var log
  @ModelState private var state: State

  func onActivate() {
    forEach(events(ofType: Ping.self)) { _ in log.add("top") }
    forEach(events(ofType: Ping.self)) { _ in state.pings += 1 }
    forEach(events(fromType: Leaf.self)) { event, leaf in
      switch event {
      case .ping:
        log.add("top")
        state.heard.append("Leaf ping")
      case .pong(let number): state.heard.append("Leaf pong \(number)")
      }
    }
  }
}

private struct Middle: Model {
  struct State: Equatable {
    @StateModel<[Leaf]> var leaves = []
    var heard: [String] = []
    var pinged: [Int] = []
  }

  @ModelDependency(\.log) var log
  @ModelState private var state: State

  func onActivate() {
    forEach(events(of: Ping())) { log.add("middle") }
    forEach(events(from: \.$leaves)) { event, leaf in
      if case .ping = event { log.add("middle") }
      state.heard.append("\(event) of \(leaf.id)")
    }
    forEach(events(of: .ping, from: \.$leaves)) { leaf in state.pinged.append(leaf.id) }
  }
}

private struct Leaf: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
  }

  enum Event: Equatable {
    case ping
    case pong(Int)
  }

  @ModelDependency(\.log) var log
  @ModelState private var state: State

  func onActivate() {
    forEach(events()) { [log, id] event in if event == .ping { log.add("leaf \(id)") } }
    forEach(events(of: Ping())) { [log, id] in log.add("leaf \(id)") }
  }
}
