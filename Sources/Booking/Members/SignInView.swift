import Cairn
import Foundation

struct SignInView: View {
  @Bindable var store: StoreOf<SignIn>

  var body: some View {
    // Its URL contains a hash of the file, so browsers keep it until it changes.
    Image(decorative: "logo.svg")
    Form {
      Section {
        TextField("Name", text: $store.name).textContentType(.username).maxLength(40)
          .validationMessage(isAboutName ? message : nil)
        SecureField("Password", text: $store.password).textContentType(.password)
          .validationMessage(isAboutName ? nil : message)
      } header: {
        if store.checking.isRunning { Text("Checking…") }
      }
      Section {
        HStack {
          Button("Sign in") { store.send(.signInTapped) }.buttonStyle(.borderedProminent)
            .keyboardShortcut(.defaultAction)
          Button("Sign up") { store.send(.signUpTapped) }
        }
      }
    }
    .navigationTitle("Book a room")
    LanguagePicker()
  }

  private var isAboutName: Bool { [.invalidName, .nameIsTaken].contains(store.problem) }

  private var message: LocalizedStringKey? {
    switch store.problem {
    case .failed: "You aren't signed in. Try again in a moment."
    case .invalidName: "Enter a name."
    case .mustWait(let date):
      "There were too many attempts. Try again at \(date, format: .dateTime.hour().minute().second())."
    case .nameIsTaken: "This name is taken."
    case .shortPassword: "Choose a password with at least 8 characters."
    case .wrong: "The name or the password is wrong."
    case nil: nil
    }
  }
}
