/// The next action of a user, or an event on the server. It's a value so that a walk can be repeated.
///
/// A step that the current page doesn't offer is skipped, so the remaining steps of a shortened walk
/// keep their meaning.
enum WalkStep: Equatable, Sendable {
  /// Clicks a button, in the row with a number or outside of rows.
  case tap(String, row: Int? = nil)
  case fill(String, String)
  case choose(String, String)
  case toggle(String)
  case back
  case forward
  case reload
  /// Opens a second tab at an address.
  case newTab(String)
  case duplicateTab
  case switchTab(Int)
  /// Kills the server and starts it again.
  case restart
  /// Sends the last POST again.
  case submitAgain
  /// Another user changes the item with a number.
  case changeElsewhere(Int)
}

extension WalkStep: WalkStepping {
  static var taker: String { "expectWalk" }

  var source: String {
    switch self {
    case .tap(let name, nil): ".tap(\(name.debugDescription))"
    case .tap(let name, let row?): ".tap(\(name.debugDescription), row: \(row))"
    case .fill(let label, let text):
      ".fill(\(label.debugDescription), \(text.debugDescription))"
    case .choose(let label, let option):
      ".choose(\(label.debugDescription), \(option.debugDescription))"
    case .toggle(let label): ".toggle(\(label.debugDescription))"
    case .back: ".back"
    case .forward: ".forward"
    case .reload: ".reload"
    case .newTab(let address): ".newTab(\(address.debugDescription))"
    case .duplicateTab: ".duplicateTab"
    case .switchTab(let tab): ".switchTab(\(tab))"
    case .restart: ".restart"
    case .submitAgain: ".submitAgain"
    case .changeElsewhere(let number): ".changeElsewhere(\(number))"
    }
  }
}
