import Cairn
import CairnTesting
import Testing

@testable import Gallery

@MainActor
struct StackMenuTests {
  private func menu(_ path: [StackMenu.Path.State] = []) -> TestStoreOf<StackMenu> {
    TestStore(initialState: StackMenu.State(path: StackState(path))) { StackMenu() }
  }

  @Test func `The menu pushes its screens`() async {
    let store = menu()
    await store.send(.signInTapped) { $0.path.append(.signIn(SignIn.State())) }
    await store.send(\.path.popFrom, 0) { $0.path = StackState() }
    await store.send(.signUpTapped) { $0.path[id: 1] = .signUp(SignUpForm.State()) }
  }

  @Test func `Signing in updates the menu and dismisses itself`() async {
    let store = menu([.signIn(SignIn.State())])
    await store.send(\.path[id: 0].signIn.binding.email, "ada@example.com") {
      $0.path[id: 0, case: \.signIn]?.email = "ada@example.com"
    }
    await store.send(\.path[id: 0].signIn.signInTapped) { $0.signedInAs = "ada@example.com" }
    await store.receive(\.path.popFrom, 0) { $0.path = StackState() }
  }

  @Test(arguments: ["", "ada", "@", "ada@", "@example.com", "a da@example.com", "a@b@c"])
  func `An invalid address isn't signed in`(email: String) async {
    let store = menu([.signIn(SignIn.State(email: email))])
    await store.send(\.path[id: 0].signIn.signInTapped) {
      $0.path[id: 0, case: \.signIn]?.emailProblem =
        "Enter an email address, such as ada@example.com."
    }
  }

  @Test func `Cancel pops each form from within`() async {
    let store = menu([.signIn(SignIn.State())])
    await store.send(\.path[id: 0].signIn.cancelButtonTapped)
    await store.receive(\.path.popFrom, 0) { $0.path = StackState() }
    await store.send(.signUpTapped) { $0.path[id: 1] = .signUp(SignUpForm.State()) }
    await store.send(\.path[id: 1].signUp.cancelButtonTapped)
    await store.receive(\.path.popFrom, 1) { $0.path = StackState() }
  }

  @Test func `The menu confirms the sign-up, and Done pops to the root at once`() async {
    let store = menu([.signUp(SignUpForm.State())])
    await store.send(\.path[id: 0].signUp.binding.account, .ada) {
      $0.path[id: 0, case: \.signUp]?.account = .ada
    }
    await store.send(\.path[id: 0].signUp.signUpTapped) {
      $0.path.append(.confirmation(SignUpConfirmation.State(account: .ada)))
    }
    // The screen's own dismissal is part of this, so the store doesn't receive another action.
    await store.send(\.path[id: 1].confirmation.doneTapped) { $0.path = StackState() }
    await store.finish()
  }

  @Test func `Back from the confirmation keeps the form's content`() async {
    let store = menu([
      .signUp(SignUpForm.State(account: .ada)),
      .confirmation(SignUpConfirmation.State(account: .ada)),
    ])
    await store.send(\.path.popFrom, 1) { $0.path.pop(from: 1) }
    #expect(store.state.path.last?.signUp?.account == .ada)
  }

  @Test func `A blank name isn't signed up`() async {
    let account = Account(name: " ", email: "ada@example.com")
    let store = menu([.signUp(SignUpForm.State(account: account))])
    await store.send(\.path[id: 0].signUp.signUpTapped) {
      $0.path[id: 0, case: \.signUp]?.nameProblem = "Enter your name."
    }
  }
}
