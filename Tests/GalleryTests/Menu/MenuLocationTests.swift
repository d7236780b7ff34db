import Cairn
import Testing

@testable import Gallery

struct MenuLocationTests {
  @Test(
    arguments: [
      ("/", []),
      ("/sign-in", ["sign-in"]),
      ("/sign-up", ["sign-up"]),
      ("/sign-up/confirmation", ["sign-up", "confirmation"]),
    ])
  func `A location opens its screens, and they have that location`(
    path: String, screens: [String]
  ) throws {
    try opens(path, screens, in: TreeMenu.State(), screensOf: \.screens)
    try opens(path, screens, in: StackMenu.State(), screensOf: \.screens)
  }

  private func opens<State: Routable>(
    _ path: String, _ screens: [String], in state: State, screensOf: (State) -> [String]
  ) throws {
    let location = try #require(Location(path: path))
    var state = state
    #expect(state.open(location).isComplete)
    #expect(screensOf(state) == screens)
    #expect(state.location == location)
  }

  @Test(
    arguments: [
      ("/confirmation", []),
      ("/nowhere", []),
      ("/sign-in/confirmation", ["sign-in"]),
      ("/sign-in/sign-in", ["sign-in"]),
      ("/sign-in/sign-up", ["sign-in"]),
      ("/sign-up/sign-in", ["sign-up"]),
      ("/sign-up/sign-up/confirmation", ["sign-up"]),
      ("/sign-up/Confirmation", ["sign-up"]),
      ("/sign-up/confirmation/confirmation", ["sign-up", "confirmation"]),
      ("/sign-up/confirmation/sign-in", ["sign-up", "confirmation"]),
      ("/sign-up%2Fconfirmation", []),
    ])
  func `An unknown path opens the nearest ancestor`(path: String, screens: [String]) throws {
    try opensOnly(screens, of: path, in: TreeMenu.State(), screensOf: \.screens)
    try opensOnly(screens, of: path, in: StackMenu.State(), screensOf: \.screens)
  }

  private func opensOnly<State: Routable>(
    _ screens: [String], of path: String, in state: State, screensOf: (State) -> [String]
  ) throws {
    let location = try #require(Location(path: path))
    var state = state
    let opened = state.open(location)
    #expect(!opened.isComplete)
    #expect(opened.opened == screens)
    #expect(screensOf(state) == screens)
    #expect(state.location.segments == screens)
  }

  @Test func `Opening the location of the confirmation keeps the form's content`() {
    let location = Location(["sign-up", "confirmation"])
    var tree = TreeMenu.State(
      destination: .signUp(TreeSignUp.State(form: SignUpForm.State(account: .ada))))
    tree.open(location)
    #expect(tree.destination?.signUp?.form.account == .ada)
    #expect(tree.destination?.signUp?.destination?.confirmation?.account == .ada)

    var stack = StackMenu.State(path: StackState([.signUp(SignUpForm.State(account: .ada))]))
    stack.open(location)
    #expect(stack.path.first?.signUp?.account == .ada)
    #expect(stack.path.last?.confirmation?.account == .ada)
    #expect(Array(stack.path.ids) == [0, 1])
  }

  @Test func `Opening another screen removes the screens that aren't below it`() {
    var tree = TreeMenu.State()
    var stack = StackMenu.State()
    for segments in [["sign-up", "confirmation"], ["sign-in"], ["sign-up"], []] {
      tree.open(Location(segments))
      stack.open(Location(segments))
      #expect(tree.screens == segments)
      #expect(stack.screens == segments)
    }
  }
}

extension TreeMenu.State {
  /// The screens above the menu.
  var screens: [String] {
    switch destination {
    case nil: []
    case .signIn: ["sign-in"]
    case .signUp(let signUp): ["sign-up"] + (signUp.destination == nil ? [] : ["confirmation"])
    }
  }
}

extension StackMenu.State {
  /// The screens above the menu.
  var screens: [String] {
    path.map { screen in
      switch screen {
      case .signIn: "sign-in"
      case .signUp: "sign-up"
      case .confirmation: "confirmation"
      }
    }
  }
}
