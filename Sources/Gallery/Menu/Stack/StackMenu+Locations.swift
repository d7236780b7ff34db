import Cairn

/// The URLs of the screens on the stack. For example, `sign-up/confirmation` shows two screens.
///
/// Each closure gets the screens before its own. If it returns `nil`, the page isn't found.
extension StackMenu.State: Located {
  static var locations: some Locations<Self> {
    Trail(\.path) {
      Step(\.signIn, "sign-in") { before, _ in
        before.isEmpty ? SignIn.State() : nil
      }
      Step(\.signUp, "sign-up") { before, _ in
        before.isEmpty ? SignUpForm.State() : nil
      }
      Step(\.confirmation, "confirmation") { before, _ in
        before.last?.signUp.map { SignUpConfirmation.State(account: $0.account) }
      }
    }
  }
}
