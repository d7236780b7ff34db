import Cairn
import CairnServer
import CairnTesting

/// A form whose effect signs in when the browser already has the response. Nothing but the owner changes then.
@Reducer
struct LateSignIn {
  @ObservableState
  struct State: Codable, Equatable {
    var count = 0
  }

  enum Action { case countTapped, signInTapped }

  @Dependency(\.gate) var gate
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .countTapped:
        state.count += 1
        return .none
      case .signInTapped:
        session.regenerateID()
        return .run { [session, gate] _ in
          await withoutBlockingResponse { await gate.pass() }
          session.signIn(as: "ann")
        }
      }
    }
  }
}

struct LateSignInApp: App {
  let store = Store(initialState: LateSignIn.State()) { LateSignIn() }
  @Dependency(\.session) var session

  var body: some Scene {
    WindowGroup { Text("Gold of \(session.owner ?? "nobody")") }
      .guarded(by: .signedIn) {
        Form {
          Text("Count: \(store.count)")
          Button("Count") { store.send(.countTapped) }
          Button("Sign in") { store.send(.signInTapped) }
        }
        .navigationTitle("Vault")
      }
  }
}
