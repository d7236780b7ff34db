import Cairn

/// The URLs of the screens on the stack. For example, `sign-up/confirmation` shows two screens.
///
/// Each closure gets the screens before its own. If it returns `nil`, the page isn't found.
extension StackMenu.State: Routable {
  static var routes: some Routes<Self> {
    StackRoute(\.path) {
      RouteSegment(\.signIn, "sign-in") { before, _ in
        before.isEmpty ? SignIn.State() : nil
      }
      RouteSegment(\.signUp, "sign-up") { before, _ in
        before.isEmpty ? SignUpForm.State() : nil
      }
      RouteSegment(\.confirmation, "confirmation") { before, _ in
        before.last?.signUp.map { SignUpConfirmation.State(account: $0.account) }
      }
    }
  }
}
