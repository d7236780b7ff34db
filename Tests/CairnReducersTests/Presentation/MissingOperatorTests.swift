import Cairn
import CairnTesting
import Testing

/// Writes to a binding without the operator that handles its action.
@MainActor struct MissingOperatorTests {
  @Test func `A dismissal without ifLet is reported at the binding`() async {
    @Bindable var store = Store(initialState: Host.State(sheet: Sheet.State())) {
      Reduce<Host.State, Host.Action> { _, _ in .none }
    }
    let line = #line + 1
    let sheet = $store.scope(state: \.sheet, action: \.sheet)
    await expectIssue("wasn't handled by an 'ifLet'", line: line) { sheet.wrappedValue = nil }
    await expectIssue("wasn't handled by an 'ifLet'", line: #line + 1) {
      $store.scope(\.$sheet, action: \.sheet).wrappedValue = nil
    }
    #expect(store.sheet != nil)
  }

  @Test func `A dismissed case of a destination without ifLet is reported`() async {
    @Bindable var store = Store(
      initialState: Host.State(destination: .first(Sheet.State()))
    ) {
      Reduce<Host.State, Host.Action> { _, _ in .none }
    }
    await expectIssue("wasn't handled by an 'ifLet'", line: #line + 1) {
      $store.scope(state: \.destination?.first, action: \.destination.first).wrappedValue = nil
    }
    await expectIssue("wasn't handled by an 'ifLet'", line: #line + 1) {
      $store.scope(\.$destination, action: \.destination).first.wrappedValue = nil
    }
  }

  @Test func `A pop and a push without forEach are reported`() async {
    @Bindable var store = Store(initialState: Host.State(path: [Sheet.State()])) {
      Reduce<Host.State, Host.Action> { _, _ in .none }
    }
    await expectIssue("wasn't handled by a 'forEach'", line: #line + 1) {
      $store.scope(\.path, action: \.path).wrappedValue.removeLast()
    }
    await expectIssue("wasn't handled by a 'forEach'", line: #line + 1) {
      _ = $store.scope(state: \.path, action: \.path).wrappedValue.append(value: Sheet.State())
    }
    #expect(store.path.count == 1)
  }

  @Test func `A dismissal with its operator isn't reported`() {
    @Bindable var store = Store(
      initialState: Host.State(sheet: Sheet.State(), path: [Sheet.State()])
    ) { Host() }
    $store.scope(state: \.sheet, action: \.sheet).wrappedValue = nil
    $store.scope(state: \.sheet, action: \.sheet).wrappedValue = nil
    #expect(store.sheet == nil)
    let isPushed = $store.scope(\.path, action: \.path).wrappedValue.append(value: Sheet.State())
    #expect(isPushed)
    #expect(store.path.count == 2)
    $store.scope(\.path, action: \.path).wrappedValue.removeLast()
    #expect(store.path.count == 1)
  }

  @Test func `A feature that handles the dismissal itself isn't reported`() {
    @Bindable var store = Store(initialState: Host.State(sheet: Sheet.State())) {
      Reduce<Host.State, Host.Action> { state, action in
        if case .sheet(.dismiss) = action { state.sheet = nil }
        return .none
      }
    }
    $store.scope(state: \.sheet, action: \.sheet).wrappedValue = nil
    #expect(store.sheet == nil)
  }

  @Test func `A destination that's presented again isn't reported`() {
    @Bindable var store = Store(initialState: Host.State(sheet: Sheet.State())) {
      Host()
      Reduce<Host.State, Host.Action> { state, action in
        if case .sheet(.dismiss) = action { state.sheet = Sheet.State() }
        return .none
      }
    }
    $store.scope(state: \.sheet, action: \.sheet).wrappedValue = nil
    #expect(store.sheet != nil)
  }

  @Test func `A stopped store isn't reported`() {
    let state = Host.State(sheet: Sheet.State(), path: [Sheet.State()])
    let live = Store(initialState: state) { Reduce<Host.State, Host.Action> { _, _ in .none } }
    @Bindable var store = live.stopped(at: state)
    $store.scope(state: \.sheet, action: \.sheet).wrappedValue = nil
    $store.scope(\.path, action: \.path).wrappedValue.removeLast()
    #expect(store.state == state)
  }
}

@Reducer
private struct Sheet {
  struct State: Equatable {}
  enum Action {}
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Host {
  @ObservableState
  struct State: Equatable {
    @Presents var sheet: Sheet.State?
    @Presents var destination: Destination.State?
    var path = StackState<Sheet.State>()
  }
  enum Action {
    case sheet(PresentationAction<Sheet.Action>)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Sheet>)
  }

  @Reducer(state: .equatable)
  enum Destination {
    case first(Sheet)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$sheet, action: \.sheet) { Sheet() }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path) { Sheet() }
  }
}
