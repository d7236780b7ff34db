import Cairn

/// The rows of the menu, and the user who has signed in.
struct MenuRows: View {
  /// A description of how the screens of this menu are connected.
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
