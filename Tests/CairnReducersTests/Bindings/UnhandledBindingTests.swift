import Cairn
import CairnTesting
import Testing

/// A feature without the `BindingReducer` that it needs.
@Reducer
private struct Forgetful {
  struct State: Equatable { var name = "" }
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case start
  }
  var body: some ReducerOf<Self> {
    Reduce { _, action in
      action == .start ? .send(.binding(.set(\.name, "from an effect"))) : .none
    }
  }
}

/// A feature with a `BindingReducer`.
@Reducer
private struct Mindful {
  struct State: Equatable { var name = "" }
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
  }
  var body: some ReducerOf<Self> {
    // A separate reducer in the feature runs before the value is written.
    Listener()
    BindingReducer()
  }

  struct Listener: Reducer {
    typealias State = Mindful.State
    typealias Action = Mindful.Action
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

@Reducer
private struct Parent {
  struct State: Equatable {
    var name = ""
    var mindful = Mindful.State()
    var forgetful = Forgetful.State()
    @Presents var presented: Mindful.State?
  }
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case mindful(Mindful.Action)
    case forgetful(Forgetful.Action)
    case presented(PresentationAction<Mindful.Action>)
  }
  var writesForTheChild = false

  var body: some ReducerOf<Self> {
    Scope(state: \.mindful, action: \.mindful) { Mindful() }
    Scope(state: \.forgetful, action: \.forgetful) {
      Forgetful()
      if writesForTheChild { BindingReducer() }
    }
    BindingReducer()
      .ifLet(\.$presented, action: \.presented) { Mindful() }
  }
}

@MainActor @Suite struct UnhandledBindingTests {
  @Test func `The issue points to the line that sent the binding action`() async {
    let line = #line + 1
    let store = Store(initialState: Forgetful.State()) { Forgetful() }
    await expectIssue("that wasn't handled", line: line) { store.name = "Blob" }
    await expectIssue("that wasn't handled", line: #line + 1) {
      store.send(.binding(.set(\.name, "Blob")))
    }
    await expectIssue("that wasn't handled", line: #line) { store.send(.set(\.name, "Blob")) }
  }

  @Test func `The issue for an unhandled binding explains the fix`() async {
    let messages = await issues {
      let store = Store(initialState: Forgetful.State()) { Forgetful() }
      store.name = "Blob"
      #expect(store.name == "")
    }
    #expect(messages.count == 1)
    let message = messages.first ?? ""
    #expect(message.contains("Forgetful received a binding action that wasn't handled"))
    #expect(message.contains(#""Blob""#))
    #expect(message.contains("name"))
    #expect(message.contains("Add 'BindingReducer()' to its 'body'"))
  }

  @Test func `Unhandled bindings of test stores and effects are reported`() async {
    let store = TestStore(initialState: Forgetful.State()) { Forgetful() }
    await expectIssue("that wasn't handled", line: #line + 1) {
      await store.send(.binding(.set(\.name, "Blob")))
    }
    await expectIssue("that wasn't handled", line: #line + 1) {
      await store.send(\.binding.name, "Blob")
    }
    await expectIssue("that wasn't handled") {
      let store = Store(initialState: Forgetful.State()) { Forgetful() }
      await store.send(.start).finish()
    }
  }

  @Test func `A handled binding isn't reported`() async {
    let store = TestStore(initialState: Mindful.State()) { Mindful() }
    await store.send(.binding(.set(\.name, "Blob"))) { $0.name = "Blob" }
  }

  @Test func `A binding action that was never sent isn't reported`() {
    let action = Forgetful.Action.binding(.set(\.name, "Blob"))
    #expect(action.is(\.binding))
  }

  @Test func `Each child must handle its own bindings`() async {
    let store = TestStore(initialState: Parent.State(presented: Mindful.State())) { Parent() }
    await store.send(\.binding.name, "parent") { $0.name = "parent" }
    await store.send(\.mindful.binding.name, "a") { $0.mindful.name = "a" }
    await store.send(\.presented.binding.name, "b") { $0.presented?.name = "b" }
    await expectIssue("Forgetful received a binding action") {
      await store.send(\.forgetful.binding.name, "c")
    }
  }

  @Test func `A parent may handle the bindings of its child`() async {
    let store = TestStore(initialState: Parent.State()) { Parent(writesForTheChild: true) }
    await store.send(\.forgetful.binding.name, "c") { $0.forgetful.name = "c" }
  }
}
