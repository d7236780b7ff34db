import Cairn

/// A form that replaces a member's password.
@Reducer
struct PasswordChange {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Shared(.session("member")) var signedIn: SignedIn?
    /// The passwords are only in memory. They're empty after a restart.
    var current = Secret()
    var password = Secret()
    var currentProblem: LocalizedStringKey?
    var passwordProblem: LocalizedStringKey?
    /// The reason why the change failed.
    var message: LocalizedStringKey?
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cancelTapped
    case changed
    case changeTapped
    case currentIsWrong
    case rejected(LocalizedStringKey)
  }

  @Dependency(\.date) var date
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.members) var members
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .changed:
        return .none

      case .cancelTapped:
        return .run { _ in await dismiss() }

      case .changeTapped:
        guard let signedIn = state.signedIn else { return .none }
        state.message = nil
        state.currentProblem = state.current.isEmpty ? "Enter your current password." : nil
        state.passwordProblem = PasswordRules.problem(
          of: state.password, email: signedIn.member.email)
        guard state.currentProblem == nil, state.passwordProblem == nil else {
          state.current = Secret()
          state.password = Secret()
          return .none
        }
        session.regenerateID()
        return .run { [state] send in
          let result = try await members.changePassword(
            of: signedIn, from: state.current, to: state.password)
          switch result {
          case .succeeded(let member):
            // Anyone who knew the old password is signed out.
            try await session.endAll(for: member.owner, exceptCurrent: true)
            await send(.changed)
          case .isWrong:
            await send(.currentIsWrong)
          case .mustWait(let end):
            await send(.rejected(WaitingMessage.text(until: end, now: date.now)))
          }
        } catch: { _, send in
          await send(.rejected("Your password can't be changed at the moment. Try again later."))
        }
        .onInterruption(message: String(localized: "Check which password is your current one."))

      case .currentIsWrong:
        state.current = Secret()
        state.password = Secret()
        state.currentProblem = "This isn't your current password."
        return .none

      case .rejected(let message):
        state.current = Secret()
        state.password = Secret()
        state.message = message
        return .none
      }
    }
  }
}
