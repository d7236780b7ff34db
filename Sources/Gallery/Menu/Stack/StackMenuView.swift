import Cairn

/// The menu, and the screens on its stack.
struct StackMenuView: View {
  @Bindable var store: StoreOf<StackMenu>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      MenuRows(
        explanation: "The menu keeps all other screens on one stack, and also removes them.",
        signedInAs: store.signedInAs,
        signIn: { store.send(.signInTapped) },
        signUp: { store.send(.signUpTapped) })
    } destination: { element in
      switch element.case {
      case .signIn(let signIn): SignInView(store: signIn)
      case .signUp(let form): SignUpFormView(store: form)
      case .confirmation(let confirmation):
        SignUpConfirmationView(
          store: confirmation, explanation: "Done returns directly to the menu.")
      }
    }
  }
}
