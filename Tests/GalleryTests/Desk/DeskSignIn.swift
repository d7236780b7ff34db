import Cairn

/// The signed-in user, shared by all tabs of a browser.
struct DeskUser: Codable, Equatable, Sendable {
  var name: String
}

/// The sign-in form that a guard shows instead of a page.
@Reducer
struct DeskSignIn {
  @ObservableState
  struct State: Codable, Equatable {
    var name = ""
    @Shared(.session("user")) var user: DeskUser?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case signInTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      guard case .signInTapped = action, !state.name.isEmpty else { return .none }
      let user = DeskUser(name: state.name)
      state.$user.withLock { $0 = user }
      state.name = ""
      return .none
    }
  }
}

struct DeskSignInView: View {
  @Bindable var store: StoreOf<DeskSignIn>

  var body: some View {
    Form {
      TextField("Name", text: $store.name)
      Button("Sign in") { store.send(.signInTapped) }
    }
    .navigationTitle("Sign in")
  }
}
