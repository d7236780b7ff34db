import Cairn

/// The form that asks for the password again. It covers the page of the member.
struct MemberConfirmationView: View {
  @Bindable var store: StoreOf<MemberConfirmation>
  let signOut: () -> Void

  var body: some View {
    MemberForm(title: "Confirm your password", message: store.message) {
      Section {
        SecureField("Password", text: $store.password)
          .textContentType(.password)
          .validationMessage(store.passwordProblem)
      } footer: {
        Text("You signed in a while ago. To continue, enter your password.")
      }
    } buttons: {
      Button("Continue") { store.send(.continueTapped) }
        .buttonStyle(.borderedProminent)
        .keyboardShortcut(.defaultAction)
      Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
      Button("Sign out", action: signOut)
    }
  }
}
