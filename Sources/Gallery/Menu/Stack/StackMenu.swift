import Cairn

/// The menu as the root of a stack.
///
/// The screens don't know each other. The menu alone decides which screen follows another.
@Reducer
struct StackMenu {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var path = StackState<Path.State>()
    /// The email address of the user who has signed in.
    var signedInAs: String?
  }

  enum Action: Equatable {
    case path(StackActionOf<Path>)
    case signInTapped
    case signUpTapped
  }

  @Reducer(state: .codable, .equatable, .sendable, action: .equatable)
  enum Path {
    case signIn(SignIn)
    case signUp(SignUpForm)
    case confirmation(SignUpConfirmation)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(_, .confirmation(.doneTapped))):
        // The user is done, so the menu removes all screens from the stack. This also cancels the effect that would
        // dismiss the confirmation.
        state.path.removeAll()
        return .none

      case .path(.element(let id, .signIn(.signInTapped))):
        guard let signIn = state.path[id: id]?.signIn, signIn.emailProblem == nil else {
          return .none
        }
        state.signedInAs = signIn.email.trimmed
        return .none

      case .path(.element(let id, .signUp(.signUpTapped))):
        guard let form = state.path[id: id]?.signUp, form.isComplete else { return .none }
        let confirmation = SignUpConfirmation.State(account: form.account.trimmed)
        state.path.append(.confirmation(confirmation))
        return .none

      case .path:
        return .none

      case .signInTapped:
        state.path.append(.signIn(SignIn.State()))
        return .none

      case .signUpTapped:
        state.path.append(.signUp(SignUpForm.State()))
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
