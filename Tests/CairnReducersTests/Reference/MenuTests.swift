import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import OrderedCollections
import Testing

@MainActor @Suite struct MenuTests {
  @Test func `The main menu presents sign-in and sign-up`() async {
    let store = TestStore(initialState: Tree.MainMenu.State()) {
      Tree.MainMenu()
    }

    // when click sign in button
    await store.send(.signInTapped) {
      // then SignIn view is presented
      $0.destination = .signIn(SignIn.State())
    }

    // when click sign up button
    await store.send(.signUpTapped) {
      // then SignUp view is presented
      $0.destination = .signUp(Tree.SignUp.State())
    }

    await store.send(\.destination.signUp.signUpTapped) {
      $0.destination?.signUp?.destination = .confirmation(SignUpConfirmation.State())
    }
    await store.send(\.destination.signUp.destination.dismiss) {
      $0.destination?.signUp?.destination = nil
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `Sign-up presents its confirmation`() async {
    let store = TestStore(initialState: Tree.SignUp.State()) {
      Tree.SignUp()
    }
    await store.send(.signUpTapped) {
      $0.destination = .confirmation(SignUpConfirmation.State())
    }
  }

  @Test func `Sign-in dismisses itself`() async {
    let store = TestStore(
      initialState: Tree.MainMenu.State(destination: .signIn(SignIn.State()))
    ) {
      Tree.MainMenu()
    }
    await store.send(\.destination.signIn.exitButtonTapped)
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `Sign-in is pushed and pops itself`() async {
    let store = TestStore(initialState: Stack.MainMenu.State()) {
      Stack.MainMenu()
    }
    await store.send(.signInTapped) {
      $0.path.append(.signIn(SignIn.State()))
    }
    await store.send(\.path[id: 0].signIn.exitButtonTapped)
    await store.receive(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }

  @Test func `Sign-up is pushed, and its confirmation is popped`() async {
    let store = TestStore(initialState: Stack.MainMenu.State()) {
      Stack.MainMenu()
    }
    await store.send(.signUpTapped) {
      $0.path.append(.signUp(Stack.SignUp.State()))
    }
    await store.send(
      .path(
        .element(
          id: StackElementID(integerLiteral: 0),
          action: .signUp(.signUpTapped)
        ))
    ) {
      $0.path.append(.signUpConfirmation(SignUpConfirmation.State()))
    }
    await store.send(.path(.element(id: 0, action: .signUp(.signUpTapped)))) {
      $0.path[id: 2] = .signUpConfirmation(SignUpConfirmation.State())
    }
    await store.send(\.path[id: 0].signUp.signUpTapped) {
      $0.path.append(.signUpConfirmation(SignUpConfirmation.State()))
    }
    await store.send(\.path.popFrom, 1) {
      $0.path.pop(from: 1)
    }
    #expect(store.state.path.ids == [0])
  }
}
