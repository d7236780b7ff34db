import Cairn

/// A form that asks for a link to choose a new password.
@Reducer
struct PasswordResetRequest {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var email = ""
    var emailProblem: LocalizedStringKey?
    /// Whether a link was sent, if there's an account. The page doesn't show whether there is one.
    var isSent = false
    /// The reason why the request failed.
    var message: LocalizedStringKey?
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cancelTapped
    case rejected(LocalizedStringKey)
    case sendTapped
    case sent
  }

  @Dependency(\.date) var date
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.members) var members

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none

      case .cancelTapped:
        return .run { _ in await dismiss() }

      case .rejected(let message):
        state.message = message
        return .none

      case .sendTapped:
        state.isSent = false
        state.message = nil
        state.emailProblem = MemberEmail.problem(of: state.email)
        guard state.emailProblem == nil else { return .none }
        return .run { [state] send in
          if let end = try await members.requestReset(email: MemberEmail.key(of: state.email)) {
            await send(.rejected(WaitingMessage.text(until: end, now: date.now)))
          } else {
            await send(.sent)
          }
        } catch: { _, send in
          await send(.rejected("Sending a link doesn't work at the moment. Try again later."))
        }
        .onInterruption(
          message: String(localized: "If you don't get a message, ask for a link again."))

      case .sent:
        state.isSent = true
        return .none
      }
    }
  }
}
