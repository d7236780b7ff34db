import CairnModels
import Synchronization
import Testing

/// Models that many tasks change at once. This test is also useful with the thread sanitizer.
@Suite(.timeLimit(.minutes(30))) struct ModelStressTests {
  @Test func `Eight tasks change a parent and its children at random`() async {
    let store = Store<Crowd>(initialState: .init(members: (0..<8).map { .init(id: $0) }))
    let crowd = store.model
    let totals = crowd.values(of: \.total)
    var counted = 0
    await withTaskGroup(of: Int.self) { group in
      for seed in 0..<8 {
        group.addTask { await change(crowd, store, seed: UInt64(seed)) }
      }
      for await count in group { counted += count }
    }
    #expect(crowd.total == counted)
    #expect(store.state.total == counted)
    // Each value was delivered once and in order.
    var received: [Int] = []
    for await total in totals {
      received.append(total)
      if total == counted { break }
    }
    #expect(received == Array(0...counted))
    #expect(Set(crowd.members.map(\.id)).count == crowd.members.count)
  }

  /// Returns how often it has counted.
  private func change(_ crowd: Crowd, _ store: Store<Crowd>, seed: UInt64) async -> Int {
    var random = Random(state: seed)
    var counted = 0
    for _ in 0..<600 {
      let id = Int.random(in: 0..<8, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: crowd.add(id)
      case 2: crowd.remove(id)
      case 3:
        crowd.count()
        counted += 1
      case 4: for member in crowd.$members as [Member] { member.wave() }
      case 5: (crowd.$members as [Member]).first?.$leaf.grow()
      case 6: crowd.invite(id)
      case 7: (crowd.$guest as Member?)?.wave()
      case 8: (crowd.$members as [Member]).last?.leave()
      case 9: #expect(store.state.members.count <= 8)
      case 10: (crowd.$members as [Member]).randomElement(using: &random)?.dismiss()
      default: await Task.yield()
      }
    }
    return counted
  }
}

/// Random numbers that are reproducible from a seed.
private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

private struct Crowd: Model {
  struct State: Equatable {
    @StateModel<[Member]> var members = []
    @StateModel<Member?> var guest = nil
    var total = 0
    var waves: Int { members.reduce(0) { $0 + $1.waves } }
  }

  @ModelState private var state: State
  @ModelProperty var heard = 0

  func onActivate() {
    forEach(events(from: \.$members)) { event, member in
      heard += 1
      guard event == .left else { return }
      state.members.removeAll { [id = member.id] in $0.id == id }
    }
    forEach(values(of: \.waves)) { _ in heard += 1 }
  }

  func add(_ id: Int) {
    state.change { members in
      if !members.contains(where: { $0.id == id }) { members.append(.init(id: id)) }
    }
  }

  func remove(_ id: Int) { state.members.removeAll { $0.id == id } }
  func count() { state.total += 1 }
  func invite(_ id: Int) { state.guest = state.guest == nil ? .init(id: id) : nil }
}

extension Crowd.State {
  fileprivate mutating func change(_ body: (inout [Member.State]) -> Void) { body(&members) }
}

private struct Member: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
    var waves = 0
    @StateModel<Leaf> var leaf = .init()
  }

  enum Event: Equatable {
    case left
    case waved
  }

  @ModelState private var state: State

  func onActivate() {
    forEach(values(of: \.waves), cancelPrevious: true) { waves in
      await Task.yield()
      state.leaf.height = waves
    }
    onCancel {}
  }

  func wave() {
    state.waves += 1
    send(.waved)
  }

  func leave() { send(.left) }
}

private struct Leaf: Model {
  struct State: Equatable {
    var height = 0
  }

  @ModelState private var state: State

  func grow() { state.height += 1 }
}
