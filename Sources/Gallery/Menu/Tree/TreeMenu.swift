import Cairn

/// The menu as the root of a tree. It knows only the screens that it presents itself.
@Reducer
struct TreeMenu {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Presents var destination: Destination.State?
    /// The email address of the user who has signed in.
    var signedInAs: String?
  }

  enum Action: Equatable {
    case destination(PresentationAction<Destination.Action>)
    case signInTapped
    case signUpTapped
  }

  @Reducer(state: .codable, .equatable, .sendable, action: .equatable)
  enum Destination {
    case signIn(SignIn)
    case signUp(TreeSignUp)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.signIn(.signInTapped))):
        guard let signIn = state.destination?.signIn, signIn.emailProblem == nil else {
          return .none
        }
        state.signedInAs = signIn.email.trimmed
        return .none

      case .destination:
        return .none

      case .signInTapped:
        state.destination = .signIn(SignIn.State())
        return .none

      case .signUpTapped:
        state.destination = .signUp(TreeSignUp.State())
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
