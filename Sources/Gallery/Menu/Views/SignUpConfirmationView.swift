import Cairn

/// The confirmation of a new account.
struct SignUpConfirmationView: View {
  let store: StoreOf<SignUpConfirmation>
  /// A description of where Done leads.
  let explanation: String

  var body: some View {
    Group {
      if store.account == Account() {
        Text("No one has signed up in this tab yet.").font(.headline)
      } else {
        Text("Welcome, \(store.account.name)!").font(.headline)
        List {
          LabeledContent("Name", value: store.account.name)
          LabeledContent("Email", value: store.account.email)
        }
      }
      Text(explanation).foregroundStyle(.secondary)
      HStack {
        Button("Done") { store.send(.doneTapped) }
          .buttonStyle(.borderedProminent)
          .keyboardShortcut(.defaultAction)
      }
    }
    .navigationTitle("Confirmation")
  }
}
