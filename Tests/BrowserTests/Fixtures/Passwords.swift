import Cairn
import CairnServer

/// A sign-in form that shows which typed values the server has.
@Reducer
struct Passwords {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var name = ""
    var long = ""
    var note = ""
    var password = Secret()
    var refusals = 0
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case signInTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      guard case .signInTapped = action else { return .none }
      state.refusals += 1
      state.note = "checked \(state.password.reveal().count)"
      state.password = Secret()
      return .none
    }
  }
}

struct PasswordsView: View {
  @Bindable var store: StoreOf<Passwords>

  var body: some View {
    Form {
      TextField("Name", text: $store.name)
      SecureField("Password", text: $store.password)
      TextEditor("Long", text: $store.long).maxLength(.max)
      Text("Has: \(store.name), \(store.password.reveal().count)")
      Text("Long: \(store.long.utf8.count)")
      Text("Refusals: \(store.refusals), \(store.note)")
      Button("Sign in") { store.send(.signInTapped) }
    }
    .navigationTitle("Passwords")
  }
}

struct PasswordsApp: App {
  let store = Store(initialState: Passwords.State()) { Passwords() }

  var body: some Scene { WindowGroup { PasswordsView(store: store) } }
}
