import Cairn

/// The menu, and the screens that it presents.
struct TreeMenuView: View {
  @Bindable var store: StoreOf<TreeMenu>

  var body: some View {
    NavigationStack {
      MenuRows(
        explanation: "Each screen presents the next one, and also dismisses it.",
        signedInAs: store.signedInAs,
        signIn: { store.send(.signInTapped) },
        signUp: { store.send(.signUpTapped) }
      )
      .navigationDestination(
        item: $store.scope(state: \.destination?.signIn, action: \.destination.signIn)
      ) { store in
        SignInView(store: store)
      }
      .navigationDestination(
        item: $store.scope(state: \.destination?.signUp, action: \.destination.signUp)
      ) { store in
        TreeSignUpView(store: store)
      }
    }
  }
}

/// The form of a new account, and the confirmation that it presents.
private struct TreeSignUpView: View {
  @Bindable var store: StoreOf<TreeSignUp>

  var body: some View {
    SignUpFormView(store: store.scope(state: \.form, action: \.form))
      .navigationDestination(
        item: $store.scope(
          state: \.destination?.confirmation, action: \.destination.confirmation)
      ) { store in
        SignUpConfirmationView(
          store: store,
          explanation: "Done returns to Sign up, the screen that presented this one.")
      }
  }
}
