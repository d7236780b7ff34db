import Cairn

/// The fields of a new account.
struct SignUpFormView: View {
  @Bindable var store: StoreOf<SignUpForm>

  var body: some View {
    Form {
      Section {
        TextField("Name", text: $store.account.name, prompt: "Ada Lovelace")
          .textContentType(.name)
          .validationMessage(store.nameProblem)
        TextField("Email", text: $store.account.email, prompt: "ada@example.com")
          .textContentType(.emailAddress)
          .keyboardType(.emailAddress)
          .validationMessage(store.emailProblem)
      } footer: {
        Text("This is a sample. Your input is kept only for this tab, and no email is sent.")
      }
      HStack {
        Button("Sign up") { store.send(.signUpTapped) }
          .buttonStyle(.borderedProminent)
          .keyboardShortcut(.defaultAction)
        Button("Cancel", role: .cancel) { store.send(.cancelButtonTapped) }
      }
    }
    .navigationTitle("Sign up")
  }
}
