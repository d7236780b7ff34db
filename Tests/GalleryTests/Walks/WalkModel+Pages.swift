@testable import Gallery

extension WalkModel {
  /// The screen that a location opens for a new user, or `nil` if its item was deleted.
  func opened(_ path: String) -> WalkScreen? {
    let segments = path.split(separator: "/").dropFirst().map(String.init)
    switch segments.first {
    case nil: return .list
    case "add": return .form(WalkForm(.add, Item()))
    default:
      guard let item = Int(segments[1]).flatMap(item) else { return nil }
      guard segments.count > 2 else { return .form(WalkForm(.edit, item)) }
      var copy = item
      copy.id = Item.unsaved
      return .form(WalkForm(.duplicate(item.id), copy))
    }
  }

  /// The outcome of requesting a page. It shows the scene if the scene is still there, or else a copy
  /// or a new scene.
  func outcome(ofGetting path: String, sceneID: String?) -> WalkOutcome {
    var outcome = WalkOutcome(items: items, nextID: nextID, screen: .list)
    if let scene = sceneID.flatMap({ scenes[$0] }) {
      if scene.screen.path == path {
        outcome.screen = scene.screen
        outcome.hasNotice = scene.hasNotice
        return outcome
      }
      // The copy shows the screen before the current dialog.
      if scene.screen.isQuestion, scene.basis.path == path {
        outcome.screen = scene.basis
        return outcome
      }
      outcome.isCopy = true
    }
    if let screen = opened(path) {
      outcome.screen = screen
    } else {
      outcome.hasNotice = true
    }
    return outcome
  }

  /// The page that shows an outcome.
  func page(showing outcome: WalkOutcome, sceneID: String?) -> Page {
    Page(
      sceneID: sceneID, screen: outcome.screen, rows: outcome.screen == .list ? items : [],
      isCopy: outcome.isCopy, turn: sceneID.flatMap { scenes[$0]?.turns } ?? 0)
  }
}
