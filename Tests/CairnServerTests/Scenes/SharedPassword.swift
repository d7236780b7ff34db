import Cairn
import CairnServer

/// A sign-in whose password is shared among tabs, with copies as strings. Applications shouldn't do this.
@Reducer
struct SharedPassword {
  @ObservableState
  struct State: Codable, Equatable {
    @Shared(.session("name")) var name = ""
    @Shared(.session("password")) var password = Secret()
    @Shared(.session("tries")) var tries: [String] = []
    @Shared(.session("last")) var last: [String: String] = [:]
    var count = 0
  }

  enum Action {
    case checked
    case countTapped
    case tapped
  }

  @Dependency(\.gate) var gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .checked: return .none
      case .countTapped:
        state.count += 1
        return .none
      case .tapped:
        return .run {
          [gate, password = state.password.reveal(), tries = state.$tries, last = state.$last] _ in
          await withoutBlockingResponse { await gate.pass() }
          last.withLock { $0["password"] = password }
          tries.withLock { $0.append(password) }
        }
      }
    }
  }
}

struct SharedPasswordView: View {
  @Bindable var store: StoreOf<SharedPassword>

  var body: some View {
    Form {
      TextField("Name", text: Binding(store.$name))
      SecureField("Password", text: Binding(store.$password))
      Text("Name: \(store.name), tries: \(store.tries.count)")
      Text("Password: \(store.password.isEmpty ? "none" : "some")")
      Button("Sign in") { store.send(.tapped) }
      Button("Count") { store.send(.countTapped) }
    }
    .navigationTitle("Sign in")
  }
}

struct SharedPasswordApp: App {
  let store = Store(initialState: SharedPassword.State()) { SharedPassword() }

  var body: some Scene { WindowGroup { SharedPasswordView(store: store) } }
}
