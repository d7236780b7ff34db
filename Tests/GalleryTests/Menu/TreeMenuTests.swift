import Cairn
import CairnTesting
import Testing

@testable import Gallery

@MainActor
struct TreeMenuTests {
  private func menu(_ state: TreeMenu.State = TreeMenu.State()) -> TestStoreOf<TreeMenu> {
    TestStore(initialState: state) { TreeMenu() }
  }

  @Test func `The menu presents one screen at a time`() async {
    let store = menu()
    await store.send(.signInTapped) { $0.destination = .signIn(SignIn.State()) }
    await store.send(.signUpTapped) { $0.destination = .signUp(TreeSignUp.State()) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `Signing in updates the menu and dismisses itself`() async {
    let store = menu(TreeMenu.State(destination: .signIn(SignIn.State())))
    await store.send(\.destination.signIn.binding.email, "ada@example.com") {
      $0.$destination.signIn?.email = "ada@example.com"
    }
    await store.send(\.destination.signIn.signInTapped) { $0.signedInAs = "ada@example.com" }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `White space around typed text is trimmed`() async {
    let typed = Account(name: " Ada ", email: "ada@example.com ")
    let store = menu(TreeMenu.State(destination: .signIn(SignIn.State(email: typed.email))))
    await store.send(\.destination.signIn.signInTapped) { $0.signedInAs = "ada@example.com" }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.send(.signUpTapped) { $0.destination = .signUp(TreeSignUp.State()) }
    await store.send(\.destination.signUp.form.binding.account, typed) {
      $0.$destination.signUp?.form.account = typed
    }
    await store.send(\.destination.signUp.form.signUpTapped) {
      $0.$destination.signUp?.destination = .confirmation(SignUpConfirmation.State(account: .ada))
    }
  }

  @Test func `An invalid address isn't signed in, and shows a problem until it's valid`() async {
    let store = menu(TreeMenu.State(destination: .signIn(SignIn.State())))
    let problem = "Enter an email address, such as ada@example.com."
    await store.send(\.destination.signIn.signInTapped) {
      $0.$destination.signIn?.emailProblem = problem
    }
    await store.send(\.destination.signIn.binding.email, "ada") {
      $0.$destination.signIn?.email = "ada"
    }
    await store.send(\.destination.signIn.binding.email, "ada@example.com") {
      $0.$destination.signIn?.email = "ada@example.com"
      $0.$destination.signIn?.emailProblem = nil
    }
  }

  @Test func `Cancel dismisses each form from within`() async {
    let store = menu(TreeMenu.State(destination: .signIn(SignIn.State())))
    await store.send(\.destination.signIn.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.send(.signUpTapped) { $0.destination = .signUp(TreeSignUp.State()) }
    await store.send(\.destination.signUp.form.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `The form confirms the sign-up, and Done leads back to it`() async {
    let store = menu(TreeMenu.State(destination: .signUp(TreeSignUp.State())))
    await store.send(\.destination.signUp.form.binding.account, .ada) {
      $0.$destination.signUp?.form.account = .ada
    }
    await store.send(\.destination.signUp.form.signUpTapped) {
      $0.$destination.signUp?.destination = .confirmation(SignUpConfirmation.State(account: .ada))
    }
    await store.send(\.destination.signUp.destination.confirmation.doneTapped) {
      $0.$destination.signUp?.form = SignUpForm.State()
    }
    await store.receive(\.destination.signUp.destination.dismiss) {
      $0.$destination.signUp?.destination = nil
    }
  }

  @Test func `Back from the confirmation keeps the form's content`() async {
    var signUp = TreeSignUp.State(form: SignUpForm.State(account: .ada))
    signUp.destination = .confirmation(SignUpConfirmation.State(account: .ada))
    let store = menu(TreeMenu.State(destination: .signUp(signUp)))
    await store.send(\.destination.signUp.destination.dismiss) {
      $0.$destination.signUp?.destination = nil
    }
    #expect(store.state.destination?.signUp?.form.account == .ada)
  }

  @Test func `A blank name isn't signed up until it has a letter`() async {
    let account = Account(name: " ", email: "ada@example.com")
    let form = SignUpForm.State(account: account)
    let store = menu(TreeMenu.State(destination: .signUp(TreeSignUp.State(form: form))))
    await store.send(\.destination.signUp.form.signUpTapped) {
      $0.$destination.signUp?.form.nameProblem = "Enter your name."
    }
    await store.send(\.destination.signUp.form.binding.account.name, "Ada") {
      $0.$destination.signUp?.form.account.name = "Ada"
      $0.$destination.signUp?.form.nameProblem = nil
    }
    await store.send(\.destination.signUp.form.signUpTapped) {
      $0.$destination.signUp?.destination = .confirmation(SignUpConfirmation.State(account: .ada))
    }
  }

  @Test func `The form confirms the sign-up without a menu around it`() async {
    let store = TestStore(
      initialState: TreeSignUp.State(form: SignUpForm.State(account: .ada))
    ) {
      TreeSignUp()
    }
    await store.send(.form(.signUpTapped)) {
      $0.destination = .confirmation(SignUpConfirmation.State(account: .ada))
    }
  }
}

extension Account {
  /// A valid account.
  static let ada = Account(name: "Ada", email: "ada@example.com")
}
