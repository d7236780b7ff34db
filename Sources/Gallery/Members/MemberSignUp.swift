import Cairn

/// A form that creates an account.
@Reducer
struct MemberSignUp {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var email = ""
    /// Only in memory. It's empty after a restart.
    var password = Secret()
    var emailProblem: LocalizedStringKey?
    var passwordProblem: LocalizedStringKey?
    /// The reason why signing up failed.
    var message: LocalizedStringKey?
  }

  enum Action: BindableAction, Equatable {
    case addressIsTaken
    case binding(BindingAction<State>)
    case cancelTapped
    case rejected(LocalizedStringKey)
    case signedIn(SignedIn)
    case signUpTapped
  }

  @Dependency(\.date) var date
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.members) var members
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addressIsTaken:
        state.password = Secret()
        state.emailProblem = "There's already an account with this address."
        return .none

      case .binding, .signedIn:
        return .none

      case .cancelTapped:
        return .run { _ in await dismiss() }

      case .rejected(let message):
        state.password = Secret()
        state.message = message
        return .none

      case .signUpTapped:
        state.message = nil
        state.emailProblem = MemberEmail.problem(of: state.email)
        state.passwordProblem = PasswordRules.problem(
          of: state.password, email: MemberEmail.key(of: state.email))
        guard state.emailProblem == nil, state.passwordProblem == nil else {
          state.password = Secret()
          return .none
        }
        session.regenerateID()
        return .run { [state] send in
          let result = try await members.signUp(
            email: MemberEmail.key(of: state.email), password: state.password)
          switch result {
          case .signedIn(let signedIn):
            session.signIn(as: signedIn.member.owner)
            await send(.signedIn(signedIn))
          case .mustWait(let end):
            await send(.rejected(WaitingMessage.text(until: end, now: date.now)))
          case .isDisabled, .isTaken, .isWrong:
            await send(.addressIsTaken)
          }
        } catch: { _, send in
          await send(.rejected("Signing up doesn't work at the moment. Try again later."))
        }
        .onInterruption(
          message: String(localized: "Check whether you can sign in. If you can't, sign up again."))
      }
    }
  }
}
