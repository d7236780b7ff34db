import Cairn
import Testing

@testable import Gallery

/// Explores every state that a user can reach in the menus, and checks that its location leads there
/// too.
@MainActor
struct MenuWalkTests {
  @Test func `The location of every state of the tree opens the same screens`() async {
    await walk(
      from: TreeMenu.State(), through: { TreeMenu() }, actions: Self.actions(on:),
      screens: \.screens,
      isSame: ==)
  }

  @Test func `The location of every state of the stack opens the same screens`() async {
    // Elements have new IDs each time, so the comparison uses the content of the stack.
    await walk(
      from: StackMenu.State(), through: { StackMenu() }, actions: Self.actions(on:),
      screens: \.screens,
      isSame: { Array($0.path) == Array($1.path) && $0.signedInAs == $1.signedInAs })
  }

  /// Visits all states in all ways, and opens the location of each.
  private func walk<R: Reducer>(
    from first: R.State, through reducer: () -> R, actions: (R.State) -> [R.Action],
    screens: (R.State) -> [String], isSame: (R.State, R.State) -> Bool
  ) async where R.State: Routable & Equatable {
    var seen = [first]
    var next = 0
    while next < seen.count {
      let state = seen[next]
      next += 1
      expectSameScreens(state, first, screens)
      for action in actions(state) {
        let store = Store(initialState: state) { reducer() }
        await store.send(action).finish()
        let state = store.state
        if !seen.contains(where: { isSame($0, state) }) { seen.append(state) }
      }
    }
    let reached = Set(seen.map(screens))
    #expect(reached == [[], ["sign-in"], ["sign-up"], ["sign-up", "confirmation"]])
    #expect(seen.count > 20)
  }

  private func expectSameScreens<State: Routable & Equatable>(
    _ state: State, _ fresh: State, _ screens: (State) -> [String]
  ) {
    let location = state.location
    #expect(Location(path: location.path) == location)
    var opened = fresh
    #expect(opened.open(location).isComplete)
    #expect(opened.location == location)
    #expect(screens(opened) == screens(state))
    var same = state
    #expect(same.open(location).isComplete)
    #expect(same == state)
  }

  // MARK: User actions

  private static let emails = ["", "ada", "ada@example.com"]
  private static let accounts = ["", "Ada/%?"].flatMap { name in
    emails.map { Account(name: name, email: $0) }
  }

  private static let signInActions: [SignIn.Action] =
    [.cancelButtonTapped, .signInTapped] + emails.map { .binding(.set(\.email, $0)) }

  private static let formActions: [SignUpForm.Action] =
    [.cancelButtonTapped, .signUpTapped] + accounts.map { .binding(.set(\.account, $0)) }

  private static func actions(on menu: TreeMenu.State) -> [TreeMenu.Action] {
    switch menu.destination {
    case nil: [.signInTapped, .signUpTapped]
    case .signIn:
      [.destination(.dismiss)] + signInActions.map { .destination(.presented(.signIn($0))) }
    case .signUp(let signUp):
      [.destination(.dismiss)]
        + (signUp.destination == nil
        ? formActions.map { .form($0) }
        : [.destination(.dismiss), .destination(.presented(.confirmation(.doneTapped)))])
        .map { .destination(.presented(.signUp($0))) }
    }
  }

  private static func actions(on menu: StackMenu.State) -> [StackMenu.Action] {
    guard let id = menu.path.ids.last, let screen = menu.path.last else {
      return [.signInTapped, .signUpTapped]
    }
    let pops: [StackMenu.Action] = menu.path.ids.map { .path(.popFrom(id: $0)) }
    let actions: [StackMenu.Path.Action] =
      switch screen {
      case .signIn: signInActions.map { .signIn($0) }
      case .signUp: formActions.map { .signUp($0) }
      case .confirmation: [.confirmation(.doneTapped)]
      }
    return pops + actions.map { .path(.element(id: id, action: $0)) }
  }
}
