import Cairn

struct PasswordOfAString: View {
  let password: Binding<String>
  var body: some View {
    // error: 'init(_:text:prompt:)' is unavailable: A password must not be stored.
    //   Declare it as 'Secret' in the state of the feature.
    SecureField("Password", text: password)
  }
}
