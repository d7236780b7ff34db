import Cairn

/// The fields of a new account.
///
/// The form doesn't present the next screen itself, because each of the two menus does that differently.
@Reducer
struct SignUpForm {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var account = Account()
    /// The problem with the name, set after the user tries to sign up.
    var nameProblem: String?
    /// The problem with the address, set after the user tries to sign up.
    var emailProblem: String?

    /// Whether all fields are valid.
    var isComplete: Bool { account.nameProblem == nil && account.emailProblem == nil }

    /// Updates the problems.
    mutating func validate() {
      nameProblem = account.nameProblem
      emailProblem = account.emailProblem
    }
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case signUpTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        // After a failed attempt, a corrected field loses its message immediately.
        if state.nameProblem != nil || state.emailProblem != nil { state.validate() }
        return .none

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .signUpTapped:
        state.validate()
        return .none
      }
    }
  }
}
