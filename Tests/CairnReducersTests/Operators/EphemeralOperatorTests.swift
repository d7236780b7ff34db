import Cairn
import CairnTesting
import Testing

/// A feature whose destinations run in a reducer with operators around it.
@Reducer
private struct Wrapped {
  @Reducer(state: .equatable, action: .equatable)
  enum Destination {
    case alert(AlertState<Choice>)
    case page(Page)
  }
  @CasePathable
  enum Choice: Equatable { case yes }
  @Reducer
  struct Page {
    struct State: Equatable { var taps = 0 }
    enum Action: Equatable { case tap }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.taps += 1
        return .none
      }
    }
  }
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var choices = 0
  }
  enum Action: Equatable { case destination(PresentationAction<Destination.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .destination(.presented(.alert(.yes))) { state.choices += 1 }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) {
      CombineReducers {
        Destination.body
          .dependency(\.isPresented, true)
          .onChange(of: { $0.is(\.page) }) { _, _ in EmptyReducer() }
          ._printChanges(nil)
        EmptyReducer()
      }
    }
  }
}

@MainActor @Suite struct EphemeralOperatorTests {
  @Test func `An alert closes after its action despite operators around its reducer`() async {
    let alert = AlertState<Wrapped.Choice> { TextState("Sure?") }
    let store = TestStore(
      initialState: Wrapped.State(destination: .alert(alert))
    ) { Wrapped() }
    await store.send(\.destination.alert.yes) {
      $0.destination = nil
      $0.choices = 1
    }
  }

  @Test func `A page stays open after its action`() async {
    let store = TestStore(
      initialState: Wrapped.State(destination: .page(Wrapped.Page.State()))
    ) { Wrapped() }
    await store.send(\.destination.page.tap) {
      $0.destination = .page(Wrapped.Page.State(taps: 1))
    }
  }
}
