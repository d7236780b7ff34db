import Cairn
import CairnTesting
import Testing

@Reducer
private struct Pane {
  struct State: Equatable {
    var name: String
    var count = 0
  }
  enum Action: Equatable { case increment, run, cancel, switchOver }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .run:
        return .run { [name = state.name] _ in await events.untilCancelled(name) }
          .cancellable(id: "id")
      case .cancel: return .cancel(id: "id")
      case .switchOver: return .none
      }
    }
  }
}

/// State that's in one of two cases.
@Reducer
private struct Panes {
  enum State: Equatable {
    case left(Pane.State)
    case right(Pane.State)
  }
  enum Action: Equatable {
    case left(Pane.Action)
    case right(Pane.Action)
    case goRight
  }
  let events: Events

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Pane(events: events) }
    Scope(state: \.right, action: \.right) { Pane(events: events) }
    Reduce { state, action in
      switch action {
      case .goRight, .left(.switchOver): state = .right(Pane.State(name: "right"))
      case .left, .right: break
      }
      return .none
    }
  }
}

@Reducer
private struct Window {
  struct State: Equatable {
    var first = Pane.State(name: "first")
    var second = Pane.State(name: "second")
    var sum = 0
  }
  enum Action: Equatable {
    case first(Pane.Action)
    case second(Pane.Action)
    case cancel
  }
  let events: Events

  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.first) { Pane(events: events) }
    Scope(state: \.second, action: \.second) { Pane(events: events) }
    Reduce { state, action in
      state.sum = state.first.count + state.second.count
      return action == .cancel ? .cancel(id: "id") : .none
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(30))) struct ScopeTests {
  private let events = Events()

  @Test func `The child of a property runs for its own actions`() async {
    let store = TestStore(initialState: Window.State()) { Window(events: events) }
    await store.send(.first(.increment)) {
      $0.first.count = 1
      $0.sum = 1
    }
    await store.send(\.second.increment) {
      $0.second.count = 1
      $0.sum = 2
    }
  }

  @Test func `Scoped children share their parent's cancellation IDs`() async {
    let store = TestStore(initialState: Window.State()) { Window(events: events) }
    await store.send(.first(.run))
    #expect(await events.next() == "first began")
    // The sibling's ID is equal, because both use their parent's IDs.
    await store.send(.second(.cancel))
    #expect(await events.next() == "first canceled")
    await store.send(.second(.run))
    #expect(await events.next() == "second began")
    await store.send(.cancel)
    #expect(await events.next() == "second canceled")
    await store.finish()
  }

  @Test func `The child of a case runs while the state is in that case`() async {
    let store = TestStore(initialState: Panes.State.left(Pane.State(name: "left"))) {
      Panes(events: events)
    }
    await store.send(.left(.increment)) { $0 = .left(Pane.State(name: "left", count: 1)) }
    await store.send(.left(.switchOver)) { $0 = .right(Pane.State(name: "right")) }
    await store.send(\.right.increment) { $0 = .right(Pane.State(name: "right", count: 1)) }
  }

  @Test func `An action for another case is reported and ignored`() async {
    let store = TestStore(initialState: Panes.State.left(Pane.State(name: "left"))) {
      Panes(events: events)
    }
    let messages = await issues { await store.send(.right(.increment)) }
    #expect(messages.count == 1)
    let message = messages.first ?? ""
    #expect(message.contains("'Scope' at CairnReducersTests/ScopeTests.swift:"))
    #expect(message.contains("Panes.Action.right(.increment)"))
    #expect(message.contains("Panes.State.left("))
    #expect(message.contains("Run 'Scope' first, or use 'ifCaseLet'"))
  }

  @Test func `Leaving a scoped case doesn't cancel its effects`() async {
    let store = TestStore(initialState: Panes.State.left(Pane.State(name: "left"))) {
      Panes(events: events)
    }
    let task = await store.send(.left(.run))
    #expect(await events.next() == "left began")
    await store.send(.goRight) { $0 = .right(Pane.State(name: "right")) }
    events.record("still there")
    #expect(await events.next() == "still there")
    await task.cancel()
    #expect(await events.next() == "left canceled")
  }
}
