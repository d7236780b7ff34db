/// What a user of the desk does next, or what befalls the server; a value, so that a walk can be taken
/// again.
///
/// A step that the shown page doesn't offer is skipped, so that what is left of a shortened walk
/// means the same.
enum DeskStep: Equatable {
  /// Clicks a button or link; the one that is named Close is behind a sheet.
  case tap(String)
  case fill(String, String)
  case back
  case forward
  case reload
  /// Opens a second tab at an address.
  case newTab(String)
  /// Opens a second tab at the address of the page.
  case samePage
  /// Opens a second tab with the same history.
  case duplicateTab
  case switchTab(Int)
  /// Signs out in a tab that is opened for that.
  case signOutElsewhere
  /// Somebody else, who has signed in, opens the page's canonical link.
  case stranger
  /// Kills the server and starts it again.
  case restart
  /// Sends the last POST once more.
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
