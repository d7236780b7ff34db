import Cairn

/// Says who is there, and goes away by itself.
@Reducer
struct SignIn {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var email = ""
    /// What is wrong with the address, once someone tried to sign in with it.
    var emailProblem: String?
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case signInTapped
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        // Who was told what is wrong sees at once that it no longer is.
        if state.emailProblem != nil {
          state.emailProblem = Account.problem(ofEmail: state.email)
        }
        return .none

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .signInTapped:
        state.emailProblem = Account.problem(ofEmail: state.email)
        guard state.emailProblem == nil else { return .none }
        // Whoever knew the session before has nothing of it from here on.
        session.signIn(as: state.email.trimmed)
        return .run { _ in await dismiss() }
      }
    }
  }
}
