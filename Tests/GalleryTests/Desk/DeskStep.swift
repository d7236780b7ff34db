/// The next action of a desk user, or an event on the server. It's a value so that a walk can be
/// repeated.
///
/// A step that the current page doesn't offer is skipped, so the remaining steps of a shortened walk
/// keep their meaning.
enum DeskStep: Equatable {
  /// Clicks a button or link. `Close` is the one behind a sheet.
  case tap(String)
  case fill(String, String)
  case back
  case forward
  case reload
  /// Opens a second tab at an address.
  case newTab(String)
  /// Opens a second tab at the page's address.
  case samePage
  /// Opens a second tab with the same history.
  case duplicateTab
  case switchTab(Int)
  /// Signs out in a separate tab.
  case signOutElsewhere
  /// Another signed-in user opens the page's canonical link.
  case stranger
  /// Kills the server and starts it again.
  case restart
  /// Sends the last POST again.
  case submitAgain
}

extension DeskStep: WalkStepping {
  static var taker: String { "expectDeskWalk" }

  var source: String {
    switch self {
    case .tap(let name): ".tap(\(name.debugDescription))"
    case .fill(let label, let text):
      ".fill(\(label.debugDescription), \(text.debugDescription))"
    case .back: ".back"
    case .forward: ".forward"
    case .reload: ".reload"
    case .newTab(let address): ".newTab(\(address.debugDescription))"
    case .samePage: ".samePage"
    case .duplicateTab: ".duplicateTab"
    case .switchTab(let tab): ".switchTab(\(tab))"
    case .signOutElsewhere: ".signOutElsewhere"
    case .stranger: ".stranger"
    case .restart: ".restart"
    case .submitAgain: ".submitAgain"
    }
  }
}
