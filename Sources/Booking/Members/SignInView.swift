import Cairn
import Foundation

struct SignInView: View {
  @Bindable var store: StoreOf<SignIn>

  var body: some View {
    Form {
      Section {
        TextField("Name", text: $store.name).textContentType(.username).maxLength(40)
          .validationMessage(store.problem.flatMap(nameMessage))
        SecureField("Password", text: $store.password).textContentType(.password)
          .validationMessage(store.problem.flatMap(passwordMessage))
      } header: {
        if store.checking.isRunning { Text("Checking…") }
        if store.problem == .failed {
          Text("You aren't signed in. Try again in a moment.")
        }
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

  private func nameMessage(_ problem: SignInProblem) -> LocalizedStringKey? {
    switch problem {
    case .invalidName: "Enter a name."
    case .nameIsTaken: "This name is taken."
    case .failed, .mustWait, .shortPassword, .wrong: nil
    }
  }

  private func passwordMessage(_ problem: SignInProblem) -> LocalizedStringKey? {
    switch problem {
    case .mustWait(let date):
      "There were too many attempts. Try again at \(date, format: .dateTime.hour().minute().second())."
    case .shortPassword: "Choose a password with at least 8 characters."
    case .wrong: "The name or the password is wrong."
    case .failed, .invalidName, .nameIsTaken: nil
    }
  }
}
