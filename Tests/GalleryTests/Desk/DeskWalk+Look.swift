import CairnTesting
import Ways

extension DeskWalk {
  /// Looks at the page that is shown.
  /// - Parameter isNew: Whether it is another one than before the step.
  mutating func look(after step: DeskStep, isNew: Bool) throws {
    let page = DeskSight(browser)
    guard page.status == 200 else { throw failed("The page's status is \(page.status)") }
    if checksSource {
      let problems = HTMLDocument.problems(in: browser.html)
      guard problems.isEmpty else { throw failed("The source: \(problems)") }
    }
    guard isNew else { return }
    if let token = browser.token, let mark = page.mark, turnsOfPages[token] == nil {
      turnsOfPages[token] = turns[mark]
    }
    switch step {
    // Back shows what was there.
    case .back, .forward, .fill, .switchTab, .signOutElsewhere, .stranger, .restart, .submitAgain:
      break
    case .tap, .reload, .newTab, .samePage, .duplicateTab: try lookAtScene(page)
    }
  }

  /// Looks at a page of a scene that was asked for in this step.
  private mutating func lookAtScene(_ page: DeskSight) throws {
    guard let mark = page.mark else { return }
    if let count = counts[mark], let shown = page.count, shown != count {
      throw failed("The counter is \(shown), and to be \(count)")
    }
    for (place, value) in waiting[mark] ?? [:] where page.title == place.title {
      guard page.value(of: place.label) == value else {
        throw failed("“\(value)” is not in “\(place.label)” again: \(page)")
      }
      events.insert(.wayBack)
    }
  }

  /// Looks who is signed in, in a tab of its own.
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
    throw failed("\(user ?? "Nobody") is to be signed in: \(tab.text)")
  }
}
