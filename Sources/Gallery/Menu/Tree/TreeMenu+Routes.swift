import Cairn

/// The URLs of the presented screens. `TreeSignUp.State` declares the rest of the path.
extension TreeMenu.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.$destination.signIn, "sign-in") { _ in SignIn.State() }
    Route(\.$destination.signUp, "sign-up") { _ in TreeSignUp.State() }
  }
}

extension TreeSignUp.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.$destination.confirmation, "confirmation") { signUp in
      SignUpConfirmation.State(account: signUp.form.account)
    }
  }
}
