import Cairn

/// The URLs of the presented screens. `TreeSignUp.State` declares the rest of the path.
extension TreeMenu.State: Located {
  static var locations: some Locations<Self> {
    Place(\.$destination.signIn, "sign-in") { _ in SignIn.State() }
    Place(\.$destination.signUp, "sign-up") { _ in TreeSignUp.State() }
  }
}

extension TreeSignUp.State: Located {
  static var locations: some Locations<Self> {
    Place(\.$destination.confirmation, "confirmation") { signUp in
      SignUpConfirmation.State(account: signUp.form.account)
    }
  }
}
