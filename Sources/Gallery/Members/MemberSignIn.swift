import Cairn
import Foundation

/// A form that signs a member in.
@Reducer
struct MemberSignIn {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var email = ""
    /// Only in memory. It's empty after a restart.
    var password = Secret()
    var isRemembered = false
    var emailProblem: LocalizedStringKey?
    var passwordProblem: LocalizedStringKey?
    /// The reason why signing in failed.
    var message: LocalizedStringKey?
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case rejected(LocalizedStringKey)
    case signedIn(SignedIn)
    case signInTapped
  }

  @Dependency(\.date) var date
  @Dependency(\.members) var members
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .signedIn:
        return .none

      case .rejected(let message):
        state.password = Secret()
        state.message = message
        return .none

      case .signInTapped:
        state.message = nil
        state.emailProblem = MemberEmail.problem(of: state.email)
        state.passwordProblem = state.password.isEmpty ? "Enter your password." : nil
        guard state.emailProblem == nil, state.passwordProblem == nil else { return .none }
        // If someone else knew the session's ID, it's now useless.
        session.regenerateID()
        return .run { [state] send in
          let result = try await members.signIn(
            email: MemberEmail.key(of: state.email), password: state.password,
            isRemembered: state.isRemembered)
          switch result {
          case .signedIn(let signedIn):
            session.signIn(as: signedIn.member.owner)
            await send(.signedIn(signedIn))
          case .mustWait(let end):
            await send(.rejected(WaitingMessage.text(until: end, now: date.now)))
          case .isDisabled:
            await send(.rejected("Your account is disabled."))
          case .isWrong, .isTaken:
            await send(.rejected("The email address or the password is wrong."))
          }
        } catch: { _, send in
          await send(.rejected("Signing in doesn't work at the moment. Try again later."))
        }
        .onInterruption(message: String(localized: "You aren't signed in yet. Try again."))
      }
    }
  }
}
