import Cairn

/// A form that replaces a password with a link from a message.
@Reducer
struct PasswordReset {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The token in the link.
    let link: String
    /// Only in memory. It's empty after a restart.
    var password = Secret()
    var passwordProblem: LocalizedStringKey?
    /// The reason why the change failed.
    var message: LocalizedStringKey?

    /// Whether the link can be used. Each page checks this, and only a submission uses the link up.
    var isUsable: Bool {
      @Dependency(\.members) var members
      return members.isUsable(link)
    }
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cancelTapped
    /// The password of a member is replaced.
    case changed(Member)
    case changeTapped
    case passwordRejected(LocalizedStringKey)
    case rejected(LocalizedStringKey)
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.members) var members
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none

      case .cancelTapped:
        return .run { _ in await dismiss() }

      case .changed:
        state.password = Secret()
        return .none

      case .changeTapped:
        state.message = nil
        state.passwordProblem = nil
        return .run { [state] send in
          guard let email = try await members.email(ofLink: state.link) else {
            return await send(.rejected("This link doesn't work anymore."))
          }
          if let problem = PasswordRules.problem(of: state.password, email: email) {
            return await send(.passwordRejected(problem))
          }
          switch try await members.resetPassword(with: state.link, to: state.password) {
          case .succeeded(let member):
            // Anyone who knew the old password is signed out. This scene continues, to show the result.
            try await session.endAll(for: member.owner, exceptCurrent: true)
            await send(.changed(member))
          case .isWrong, .mustWait:
            await send(.rejected("This link doesn't work anymore."))
          }
        } catch: { _, send in
          await send(.rejected("Your password can't be changed at the moment. Try again later."))
        }
        .onInterruption(
          message: String(localized: "Check whether you can sign in with your new password."))

      case .passwordRejected(let problem):
        state.password = Secret()
        state.passwordProblem = problem
        return .none

      case .rejected(let message):
        state.password = Secret()
        state.message = message
        return .none
      }
    }
  }
}
