import Cairn

/// The form for signing in.
struct SignInView: View {
  @Bindable var store: StoreOf<SignIn>

  var body: some View {
    Form {
      Section {
        TextField("Email", text: $store.email, prompt: "ada@example.com")
          .textContentType(.emailAddress)
          .keyboardType(.emailAddress)
          .validationMessage(store.emailProblem)
      } footer: {
        Text("This is a sample: any address will do, and nobody is asked for a password.")
      }
      HStack {
        Button("Sign in") { store.send(.signInTapped) }
          .buttonStyle(.borderedProminent)
          .keyboardShortcut(.defaultAction)
        Button("Cancel", role: .cancel) { store.send(.cancelButtonTapped) }
      }
    }
    .navigationTitle("Sign in")
  }
}
