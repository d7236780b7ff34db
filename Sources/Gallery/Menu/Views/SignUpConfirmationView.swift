import Cairn

/// Says that someone has signed up.
struct SignUpConfirmationView: View {
  let store: StoreOf<SignUpConfirmation>
  /// Where Done leads.
  let explanation: String

  var body: some View {
    VStack {
      if store.account == Account() {
        Text("You have signed up.").font(.headline)
      } else {
        Text("Welcome, \(store.account.name)!").font(.headline)
        Text("You have signed up with \(store.account.email).")
      }
      Text(explanation).foregroundStyle(.secondary)
      Button("Done") { store.send(.doneTapped) }
        .buttonStyle(.borderedProminent)
        .keyboardShortcut(.defaultAction)
    }
    .navigationTitle("Confirmation")
  }
}
