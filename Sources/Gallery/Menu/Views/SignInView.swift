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
        SecureField("Password", text: $store.password)
          .textContentType(.password)
      } footer: {
        Text("This is a sample. Any email address works, with any password or none.")
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
