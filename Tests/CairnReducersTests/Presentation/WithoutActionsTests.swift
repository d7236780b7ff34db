import Cairn
import CairnTesting
import Testing

/// A feature that presents and stacks destinations without actions.
@Reducer
private struct Wall {
  @Reducer(state: .equatable)
  enum Destination {
    case alert(AlertState<Never>)
    case notice(Notice)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Presents var hint: AlertState<Never>?
    var path = StackState<Destination.State>()
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case hint(PresentationAction<Never>)
    case path(StackActionOf<Destination>)
    case presentTapped(Destination.State)
    case hintTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination, .hint, .path: return .none
      case .presentTapped(let destination):
        state.destination = destination
        state.path.append(destination)
        return .none
      case .hintTapped:
        state.hint = .hint
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$hint, action: \.hint)
    .forEach(\.path, action: \.path)
  }
}

@Reducer
private struct Notice {
  struct State: Equatable { var text = "" }
  enum Action {}
}

extension AlertState<Never> {
  fileprivate static var hint: Self { AlertState { TextState("A hint") } }
}

@Suite @MainActor struct WithoutActionsTests {
  @Test(arguments: [true, false])
  func `A destination without actions is presented and dismissed`(isAlert: Bool) async {
    let destination: Wall.Destination.State =
      isAlert ? .alert(.hint) : .notice(Notice.State(text: "Closed"))
    let store = TestStore(initialState: Wall.State()) { Wall() }
    await store.send(.presentTapped(destination)) {
      $0.destination = destination
      $0.path[id: 0] = destination
    }
    await store.send(\.path.popFrom, 0) { $0.path = StackState() }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `An alert without actions closes when it's dismissed`() async {
    let store = TestStore(initialState: Wall.State()) { Wall() }
    await store.send(.hintTapped) { $0.hint = .hint }
    await store.send(\.hint.dismiss) { $0.hint = nil }
  }
}
