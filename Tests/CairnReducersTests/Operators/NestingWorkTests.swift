import Cairn
import Synchronization
import Testing

@testable import CairnReducers

/// Counts the work for features that contain themselves. All tests use the same counter.
@Suite(.serialized) struct NestingWorkTests {
  private func state(_ depth: Int) -> Nest.State {
    (1..<depth).reduce(Nest.State(id: NestID(number: 0))) { inner, number in
      Nest.State(id: NestID(number: number), inner: inner)
    }
  }

  @Test func `The cost of reading all levels is linear`() {
    func reads(_ depth: Int) -> Int {
      let store = Store(initialState: state(depth)) { Nest() }
      store.send(.noted)
      let before = Nest.State.reads.load(ordering: .relaxed)
      var level: StoreOf<Nest>? = store
      var numbers: [Int] = []
      while let current = level {
        numbers.append(current.state.id.number)
        level = current.scope(state: \.inner, action: \.inner)
      }
      #expect(numbers == (0..<depth).reversed())
      return Nest.State.reads.load(ordering: .relaxed) - before
    }
    let (flat, deep) = (reads(200), reads(400))
    #expect(flat >= 200)
    #expect(deep <= flat * 9 / 4)
  }

  @Test func `The cost of finding all identities is linear`() {
    func hashes(_ depth: Int) -> Int {
      let store = Store(initialState: state(depth)) { Nest() }
      let before = NestID.hashes.load(ordering: .relaxed)
      #expect(store.core.identities.count == depth - 1)
      return NestID.hashes.load(ordering: .relaxed) - before
    }
    let (flat, deep) = (hashes(200), hashes(400))
    #expect(flat >= 199)
    #expect(deep <= flat * 9 / 4)
  }

  @Test func `A scoped store sees each change`() throws {
    let store = Store(initialState: state(3)) { Nest() }
    let inner = try #require(store.scope(state: \.inner, action: \.inner))
    let innermost = try #require(inner.scope(state: \.inner, action: \.inner))
    #expect(innermost.state.count == 0)
    innermost.send(.noted)
    #expect(innermost.state.count == 1)
    #expect(inner.state.inner?.count == 1)
    store.core.replaceState(state(3))
    #expect(innermost.state.count == 0)
    store.core.replaceState(state(1))
    // A removed state keeps its last value.
    #expect(innermost.state.count == 0)
    #expect(!innermost.core.isValid)
  }
}

private struct NestID: Hashable {
  static let hashes = Atomic(0)
  let number: Int

  func hash(into hasher: inout Hasher) {
    Self.hashes.add(1, ordering: .relaxed)
    hasher.combine(number)
  }
}

@Reducer
private struct Nest {
  struct State: Equatable, Identifiable {
    static let reads = Atomic(0)

    let id: NestID
    var count = 0
    var stored: [Nest.State] = []

    init(id: NestID, inner: Nest.State? = nil) {
      self.id = id
      self.inner = inner
    }

    var inner: Nest.State? {
      get {
        Self.reads.add(1, ordering: .relaxed)
        return stored.first
      }
      set { stored = newValue.map { [$0] } ?? [] }
    }
  }
  indirect enum Action: Equatable {
    case noted
    case inner(Nest.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .noted { state.count += 1 }
      return .none
    }
    .ifLet(\.inner, action: \.inner) { Nest() }
  }
}
