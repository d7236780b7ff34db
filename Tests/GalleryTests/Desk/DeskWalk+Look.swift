import CairnTesting
import Ways

extension DeskWalk {
  /// Checks the current page.
  ///
  /// - Parameter isNew: Whether the step led to a different page.
  mutating func look(after step: DeskStep, isNew: Bool) throws {
    let page = DeskSight(browser)
    guard page.status == 200 else { throw failed("The page has the status \(page.status)") }
    if checksSource {
      let problems = HTMLDocument.problems(in: browser.html)
      guard problems.isEmpty else { throw failed("The source has problems: \(problems)") }
    }
    guard isNew else { return }
    if let token = browser.token, let sceneID = page.sceneID, turnsOfPages[token] == nil {
      turnsOfPages[token] = turns[sceneID]
    }
    switch step {
    // Going back shows the earlier page.
    case .back, .forward, .fill, .switchTab, .signOutElsewhere, .stranger, .restart, .submitAgain:
      break
    case .tap, .reload, .newTab, .samePage, .duplicateTab: try lookAtScene(page)
    }
  }

  /// Checks a page of a scene that this step requested.
  private mutating func lookAtScene(_ page: DeskSight) throws {
    guard let sceneID = page.sceneID else { return }
    if let count = counts[sceneID], let shown = page.count, shown != count {
      throw failed("The counter is \(shown) instead of \(count)")
    }
    for (place, value) in waiting[sceneID] ?? [:] where page.title == place.title {
      guard page.value(of: place.label) == value else {
        throw failed("“\(value)” wasn't restored in “\(place.label)”: \(page)")
      }
      events.insert(.wayBack)
    }
  }

  /// Checks which user is signed in, with a separate tab.
  mutating func lookWhoIsSignedIn() async throws {
    let tab = browser.newTab()
    try await tab.open("/desk")
    for candidate in [user] + [otherUser].compactMap(\.self) {
      let isRight =
        candidate.map { tab.text.contains("Signed in as \($0)") } ?? (tab.heading == "Sign in")
      if isRight {
        user = candidate
        otherUser = nil
        return
      }
    }
    throw failed("Expected \(user ?? "no one") to be signed in: \(tab.text)")
  }
}
