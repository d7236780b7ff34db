import Cairn
import CairnPasswords

/// The URLs of the presented screens, relative to `/members`.
extension Members.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.$destination.changePassword, "password") { _ in PasswordChange.State() }
    Route(\.$destination.forgot, "forgot") { _ in PasswordResetRequest.State() }
    Route(\.$destination.signUp, "sign-up") { _ in MemberSignUp.State() }
    // A link that was used up is shown too. The screen explains it.
    Route(\.$destination.reset, "reset", \.link) { link, _ in
      OneTimeToken(link).map { PasswordReset.State(link: $0.text) }
    }
  }
}
