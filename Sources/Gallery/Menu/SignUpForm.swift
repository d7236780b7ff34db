import Cairn

/// The fields of a new account. Where signing up leads is for who shows the form.
@Reducer
struct SignUpForm {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var account = Account()
    /// What is wrong with the name, once someone tried to sign up with it.
    var nameProblem: String?
    /// What is wrong with the address, once someone tried to sign up with it.
    var emailProblem: String?

    /// Whether nothing is wrong with the account.
    var isComplete: Bool { account.nameProblem == nil && account.emailProblem == nil }

    /// Looks again at what is wrong.
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
        // Who was told what is wrong sees at once that it no longer is.
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
