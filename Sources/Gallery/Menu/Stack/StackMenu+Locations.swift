import Cairn

extension StackMenu.State: Located {
  static var locations: some Locations<Self> {
    StackMenuTrail(
      trail: Trail(\.path) {
        $0.screen.rawValue
      } open: { segment, menu in
        switch StackMenuScreen(rawValue: segment) {
        case .signIn: .signIn(SignIn.State())
        case .signUp: .signUp(SignUpForm.State())
        case .confirmation:
          .confirmation(
            SignUpConfirmation.State(account: menu.path.first?.signUp?.account ?? Account()))
        case nil: nil
        }
      })
  }
}

/// A screen on the menu's stack, as its segment names it.
enum StackMenuScreen: String {
  case signIn = "sign-in"
  case signUp = "sign-up"
  case confirmation

  /// Whether the screen stands on the menu itself, or on another screen.
  func follows(_ screen: Self?) -> Bool {
    switch self {
    case .signIn, .signUp: screen == nil
    case .confirmation: screen == .signUp
    }
  }
}

extension StackMenu.Path.State {
  fileprivate var screen: StackMenuScreen {
    switch self {
    case .signIn: .signIn
    case .signUp: .signUp
    case .confirmation: .confirmation
    }
  }
}

/// The menu's stack in the location, as far as its buttons lead: a trail by itself opens its screens
/// in any order.
struct StackMenuTrail: Locations {
  let trail: Trail<StackMenu.State, StackMenu.Path.State>

  var count: Int { trail.count }

  func write(_ state: StackMenu.State, into segments: inout [String]) {
    trail.write(state, into: &segments)
  }

  func open(
    _ segments: ArraySlice<String>, at index: Int, in state: inout StackMenu.State
  ) -> LocationOpening {
    var last: StackMenuScreen?
    let reachable = segments.prefix { segment in
      guard let screen = StackMenuScreen(rawValue: segment), screen.follows(last) else {
        return false
      }
      last = screen
      return true
    }
    return reachable.isEmpty ? .noMatch : trail.open(reachable, at: index, in: &state)
  }

  func isOpen(at index: Int, in state: StackMenu.State) -> Bool {
    trail.isOpen(at: index, in: state)
  }

  func close(at index: Int, in state: inout StackMenu.State) {
    trail.close(at: index, in: &state)
  }
}
