import Cairn

/// The screens for people who aren't signed in.
struct VisitorView: View {
  @Bindable var store: StoreOf<Members>

  var body: some View {
    NavigationStack {
      MemberSignInView(
        store: store.scope(state: \.signIn, action: \.signIn),
        notice: store.notice
          ?? (store.signedIn == nil ? nil : "You've been signed out. Sign in to continue."),
        signUp: { store.send(.signUpTapped) },
        forgot: { store.send(.forgotTapped) }
      )
      .navigationDestination(
        item: $store.scope(state: \.destination?.signUp, action: \.destination.signUp)
      ) { store in
        MemberSignUpView(store: store)
      }
      .sheet(item: $store.scope(state: \.destination?.forgot, action: \.destination.forgot)) {
        store in
        PasswordResetRequestView(store: store)
      }
      .navigationDestination(
        item: $store.scope(state: \.destination?.reset, action: \.destination.reset)
      ) { store in
        PasswordResetView(store: store)
      }
    }
  }
}
