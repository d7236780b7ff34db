import Cairn

/// What there is to choose from, and who has signed in.
struct MenuRows: View {
  /// How the screens of this menu hang together.
  let explanation: String
  let signedInAs: String?
  let signIn: () -> Void
  let signUp: () -> Void

  var body: some View {
    VStack {
      Text(explanation).foregroundStyle(.secondary)
      List {
        Section {
          Button("Sign in", action: signIn).class("row-button")
          Button("Sign up", action: signUp).class("row-button")
        } footer: {
          if let signedInAs { Text("Signed in as \(signedInAs).") }
        }
      }
    }
    .navigationTitle("Menu")
  }
}
