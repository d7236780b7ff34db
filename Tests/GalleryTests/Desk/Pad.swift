import Cairn
import CairnServer

/// A counter, a memo, and a sheet for notes, without locations. Users must sign in to see it.
@Reducer
struct Pad {
  @ObservableState
  struct State: Codable, Equatable {
    var count = 0
    var memo = ""
    var signIn = DeskSignIn.State()
    @Presents var note: CommentForm.State?
    @Shared(.session("user")) var user: DeskUser?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case countTapped
    case note(PresentationAction<CommentForm.Action>)
    case noteTapped
    case signIn(DeskSignIn.Action)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.signIn, action: \.signIn) { DeskSignIn() }
    Reduce { state, action in
      switch action {
      case .binding, .note, .signIn: break
      case .countTapped: state.count += 1
      case .noteTapped: state.note = CommentForm.State(issue: 0)
      }
      return .none
    }
    .ifLet(\.$note, action: \.note) { CommentForm() }
  }
}

struct PadView: View {
  @Bindable var store: StoreOf<Pad>

  var body: some View {
    if store.user == nil {
      DeskSignInView(store: store.scope(state: \.signIn, action: \.signIn))
    } else {
      Form {
        Text("Count: \(store.count)")
        Text("Memo: \(store.memo)")
        TextField("Memo", text: $store.memo)
        Button("Count") { store.send(.countTapped) }
        Button("Note") { store.send(.noteTapped) }
      }
      .navigationTitle("Pad")
      .sheet(item: $store.scope(state: \.note, action: \.note)) { CommentFormView(store: $0) }
    }
  }
}

struct PadApp: App {
  let store = Store(initialState: Pad.State()) { Pad() }

  var body: some Scene { WindowGroup { PadView(store: store) } }
}
