import Cairn
import Foundation

/// Accounts with passwords. A guard shows either the member's page or the form to sign in.
@Reducer
struct Members {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Presents var destination: Destination.State?
    /// The sign-in of this browser, which may have ended. All tabs share it.
    @Shared(.session("member")) var signedIn: SignedIn?
    var signIn = MemberSignIn.State()
    /// The form that asks for the password again.
    var confirmation = MemberConfirmation.State()
    /// The result of the last change.
    var notice: LocalizedStringKey?

    /// The member who is signed in, according to the database.
    var member: Member? {
      @Dependency(\.members) var members
      return members.member(of: signedIn)
    }

    /// The email address of the signed-in member. It's empty if no member is signed in.
    var email: String { member?.email ?? "" }

    /// The member's sign-ins that haven't ended.
    var sessions: [MemberSession] {
      @Dependency(\.members) var members
      return member.map(members.sessions) ?? []
    }

    /// Whether the member must enter the password again before using what the page presents.
    var mustConfirm: Bool {
      switch destination {
      case .changePassword, .endSignIn, .signOutEverywhere:
        @Dependency(\.members) var members
        return !members.isConfirmed(signedIn)
      case .forgot, .reset, .signUp, nil:
        return false
      }
    }
  }

  enum Action {
    case changePasswordTapped
    case confirmation(MemberConfirmation.Action)
    case destination(PresentationAction<Destination.Action>)
    case endTapped(id: UUID)
    case failed
    case forgotTapped
    case signIn(MemberSignIn.Action)
    case signOutEverywhereTapped
    case signOutTapped
    case signUpTapped
  }

  @Reducer(state: .codable, .equatable, .sendable)
  enum Destination {
    case changePassword(PasswordChange)
    case endSignIn(AlertState<EndSignIn>)
    case forgot(PasswordResetRequest)
    case reset(PasswordReset)
    case signOutEverywhere(AlertState<SignOutEverywhere>)
    case signUp(MemberSignUp)

    @CasePathable
    enum EndSignIn: Codable, Equatable, Sendable {
      case confirmed(id: UUID)
    }

    @CasePathable
    enum SignOutEverywhere: Codable, Equatable, Sendable {
      case confirmed
    }
  }

  @Dependency(\.date) var date
  @Dependency(\.members) var members
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    Scope(state: \.signIn, action: \.signIn) { MemberSignIn() }
    Scope(state: \.confirmation, action: \.confirmation) { MemberConfirmation() }
    Reduce { state, action in
      switch action {
      case .changePasswordTapped:
        state.notice = nil
        state.destination = .changePassword(PasswordChange.State())
        return .none

      case .confirmation(.cancelTapped):
        state.confirmation = MemberConfirmation.State()
        state.destination = nil
        return .none

      case .confirmation(.confirmed):
        state.confirmation = MemberConfirmation.State()
        return .none

      case .confirmation:
        return .none

      case .destination(.presented(.changePassword(.changed))):
        state.destination = nil
        state.notice = "Your password is changed. All other browsers are signed out."
        return .none

      case .destination(.presented(.endSignIn(.confirmed(let id)))):
        guard let member = state.member else { return .none }
        return .run { _ in
          try await members.endSignIn(id, of: member)
        } catch: { _, send in
          await send(.failed)
        }

      case .destination(.presented(.reset(.changed(let member)))):
        state.destination = nil
        // Another member's sign-in in this browser hasn't ended.
        state.$signedIn.withLock { if $0?.member == member { $0 = nil } }
        state.notice =
          state.signedIn == nil
          ? "Your password is changed. Sign in with it."
          : "The password of \(member.email) is changed."
        return .none

      case .destination(.presented(.signUp(.signedIn(let signedIn)))):
        state.begin(signedIn)
        state.destination = nil
        return .none

      case .destination(.presented(.signOutEverywhere(.confirmed))):
        guard let member = state.member else { return .none }
        return .run { _ in
          try await members.endAll(of: member)
          try await session.endAll(for: member.owner, exceptCurrent: false)
        } catch: { _, send in
          await send(.failed)
        }

      case .destination:
        return .none

      case .endTapped(let id):
        state.notice = nil
        state.destination = .endSignIn(.ending(id))
        return .none

      case .failed:
        state.notice = "This doesn't work at the moment. Try again later."
        return .none

      case .forgotTapped:
        state.forgetPassword()
        state.destination = .forgot(PasswordResetRequest.State())
        return .none

      case .signIn(.signedIn(let signedIn)):
        state.begin(signedIn)
        return .none

      case .signIn:
        return .none

      case .signOutEverywhereTapped:
        state.notice = nil
        state.destination = .signOutEverywhere(.signingOut(of: state.sessions.count))
        return .none

      case .signOutTapped:
        guard let signedIn = state.signedIn else { return .none }
        session.signOut()
        // If this is interrupted, the sign-in can't be used anyway, because only the session had its key.
        return .run { _ in
          try await members.endSignIn(signedIn.id, of: signedIn.member)
        } catch: { _, _ in
        }

      case .signUpTapped:
        state.forgetPassword()
        state.destination = .signUp(MemberSignUp.State())
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    Reduce { state, _ in recordUse(of: state.signedIn) }
  }

  /// Records that the member was active, at most once per minute.
  private func recordUse(of signedIn: SignedIn?) -> Effect<Action> {
    guard let signedIn, let last = members.session(of: signedIn)?.lastUse,
      date.now.timeIntervalSince(last) >= 60
    else { return .none }
    return .run { _ in
      try await members.use(signedIn)
    } catch: { _, _ in
    }
  }
}

extension AlertState where Action == Members.Destination.EndSignIn {
  /// Returns an alert that asks whether to end a sign-in.
  fileprivate static func ending(_ id: UUID) -> Self {
    AlertState {
      TextState("End this sign-in?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmed(id: id)) { TextState("End") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("To use your account in that browser, sign in again.")
    }
  }
}

extension AlertState where Action == Members.Destination.SignOutEverywhere {
  /// Returns an alert that asks whether to sign out of a number of browsers.
  fileprivate static func signingOut(of count: Int) -> Self {
    AlertState {
      TextState("Sign out of \(count) browsers?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmed) { TextState("Sign out") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("To use your account again, sign in with your password.")
    }
  }
}

extension Members.State {
  /// Shows the member's page.
  fileprivate mutating func begin(_ signedIn: SignedIn) {
    $signedIn.withLock { $0 = signedIn }
    signIn = MemberSignIn.State()
    confirmation = MemberConfirmation.State()
    notice = nil
  }

  /// Discards what the user typed into the form to sign in.
  fileprivate mutating func forgetPassword() {
    signIn = MemberSignIn.State(email: signIn.email)
    notice = nil
  }
}
