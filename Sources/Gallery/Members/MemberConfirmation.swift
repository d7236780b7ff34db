import Cairn

/// A form that asks signed-in members for their password again, before they change their account.
@Reducer
struct MemberConfirmation {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Shared(.session("member")) var signedIn: SignedIn?
    /// Only in memory. It's empty after a restart.
    var password = Secret()
    var passwordProblem: LocalizedStringKey?
    /// The reason why the password wasn't checked.
    var message: LocalizedStringKey?
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cancelTapped
    case confirmed
    case continueTapped
    case passwordIsWrong
    case rejected(LocalizedStringKey)
  }

  @Dependency(\.date) var date
  @Dependency(\.members) var members
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .cancelTapped, .confirmed:
        return .none

      case .continueTapped:
        guard let signedIn = state.signedIn else { return .none }
        state.message = nil
        state.passwordProblem = state.password.isEmpty ? "Enter your password." : nil
        guard state.passwordProblem == nil else { return .none }
        session.regenerateID()
        return .run { [state] send in
          switch try await members.confirm(signedIn, with: state.password) {
          case .succeeded:
            await send(.confirmed)
          case .isWrong:
            await send(.passwordIsWrong)
          case .mustWait(let end):
            await send(.rejected(WaitingMessage.text(until: end, now: date.now)))
          }
        } catch: { _, send in
          await send(.rejected("Your password can't be checked at the moment. Try again later."))
        }
        .onInterruption(
          message: String(localized: "Your password isn't checked yet. Try again."))

      case .passwordIsWrong:
        state.password = Secret()
        state.passwordProblem = "This isn't your password."
        return .none

      case .rejected(let message):
        state.password = Secret()
        state.message = message
        return .none
      }
    }
  }
}
