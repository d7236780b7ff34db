import Cairn

/// A form that signs the user in, and then dismisses itself.
@Reducer
struct SignIn {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var email = ""
    /// Only in memory. It's empty after a restart.
    var password = Secret()
    /// The problem with the address, set after the user tries to sign in.
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
        // After a failed attempt, a corrected address loses its message immediately.
        if state.emailProblem != nil {
          state.emailProblem = Account.problem(ofEmail: state.email)
        }
        return .none

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .signInTapped:
        state.emailProblem = Account.problem(ofEmail: state.email)
        guard state.emailProblem == nil else { return .none }
        // This is where an application verifies the password. Afterward, it isn't needed.
        state.password = Secret()
        // Signing in also changes the session's ID. If someone else knew the old ID, it's now useless.
        session.signIn(as: state.email.trimmed)
        return .run { _ in await dismiss() }
      }
    }
  }
}
