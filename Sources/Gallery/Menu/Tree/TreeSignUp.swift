import Cairn

/// The form of a new account, which presents its confirmation itself.
@Reducer
struct TreeSignUp {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Presents var destination: Destination.State?
    var form = SignUpForm.State()
  }

  enum Action: Equatable {
    case destination(PresentationAction<Destination.Action>)
    case form(SignUpForm.Action)
  }

  @Reducer(state: .codable, .equatable, .sendable, action: .equatable)
  enum Destination {
    case confirmation(SignUpConfirmation)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.form, action: \.form) { SignUpForm() }
    Reduce { state, action in
      switch action {
      case .destination(.presented(.confirmation(.doneTapped))):
        // The confirmation dismisses itself. Clear the form for the next account.
        state.form = SignUpForm.State()
        return .none

      case .form(.signUpTapped):
        guard state.form.isComplete else { return .none }
        state.destination = .confirmation(
          SignUpConfirmation.State(account: state.form.account.trimmed))
        return .none

      case .destination, .form:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
