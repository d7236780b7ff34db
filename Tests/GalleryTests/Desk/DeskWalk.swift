import CairnTesting

/// A way through the desk and the pad, taken in browsers without a script; whatever is looked at on it
/// is so on every way.
struct DeskWalk {
  typealias Failure = WalkFailure<DeskStep>

  /// What makes a walk worth its time.
  enum Event: CaseIterable {
    case post
    /// A page was gone on from on a scene of its own.
    case fork
    /// A POST was answered as it was before.
    case repetition
    /// What was typed was sent where a guard has hidden its field, and waits.
    case waiting
    /// It was in its field again.
    case wayBack
    /// It was said that nothing was done.
    case refusal
    /// A stranger saw what the user sees.
    case stranger
    case count
  }

  /// A button with the page that it is on, and with what is in all fields.
  struct Submission: Hashable {
    let token: String
    let name: String
    let values: [String]
  }

  /// A field of a layer of a scene.
  struct Place: Hashable {
    let title: String
    let label: String
  }

  struct Tab {
    let browser: Browser
    /// The last POST, with where it led to.
    var lastPost: (request: BrowserRequest, location: String?)?
  }

  /// The most tabs of a walk.
  static let tabLimit = 3

  let site: DeskSite
  /// Whether each page's source is looked at too.
  var checksSource = false
  private(set) var steps: [DeskStep] = []
  var events: Set<Event> = []

  var tabs: [Tab] = []
  var current = 0
  let stranger: Browser
  /// Who is signed in.
  var user: String?
  /// Who is it after a step that may have done that or not, besides.
  var otherUser: String??
  /// What was ever sent.
  var sent: Set<String> = []
  /// Where submissions led to.
  var answers: [Submission: String] = [:]
  /// What waits for its field, by the mark of its scene.
  var waiting: [String: [Place: String]] = [:]
  /// How often something was submitted to a scene, by its mark, and how often it was when a page was
  /// made, by its token.
  var turns: [String: Int] = [:]
  var turnsOfPages: [String: Int] = [:]
  /// The counters of the pad, by the mark of their scene.
  var counts: [String: Int] = [:]

  init(on site: DeskSite) {
    self.site = site
    stranger = site.browser()
  }

  var browser: Browser { tabs[current].browser }

  /// Opens the desk in a first tab, and signs a stranger in.
  mutating func begin() async throws {
    try await stranger.open("/desk")
    try stranger.fill("Name", with: "Stranger")
    try await stranger.click("Sign in")
    tabs = [Tab(browser: site.browser())]
    try await browser.open("/desk")
  }

  /// Takes a step, and looks at what is there; skips one that is not possible here.
  mutating func take(_ step: DeskStep) async throws {
    steps.append(step)
    let comments = site.database.comments
    let token = browser.token
    do {
      try await perform(step)
      let isTap = if case .tap = step { true } else { false }
      guard isTap || site.database.comments == comments else {
        throw failed("Something was posted that nobody has sent")
      }
      try look(after: step, isNew: browser.token != token)
      try await lookWhoIsSignedIn()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw failed("\(error)")
    }
  }

  func failed(_ message: String) -> Failure {
    Failure(steps: steps, message: message)
  }

  private mutating func perform(_ step: DeskStep) async throws {
    switch step {
    case .tap(let name): try await tap(name)
    case .fill(let label, let text):
      if (try? browser.field(label)) != nil { try browser.fill(label, with: text) }
    case .back: try await move { try await $0.back() }
    case .forward: try await move { try await $0.forward() }
    case .reload: try await browser.reload()
    case .newTab(let address): try await openTab { try await $0.open(address) }
    case .samePage:
      let address = browser.location
      try await openTab { try await $0.open(address) }
    case .duplicateTab:
      guard tabs.count < Self.tabLimit else { return }
      tabs.append(Tab(browser: try await browser.duplicateTab()))
      current = tabs.count - 1
    case .switchTab(let number):
      if tabs.indices.contains(number) { current = number }
    case .signOutElsewhere:
      let tab = browser.newTab()
      try await tab.open("/desk")
      guard user != nil else { return }
      try await tab.click("Sign out")
      user = nil
    case .stranger: try await compareWithStranger()
    case .restart:
      let before = DeskSight(try await browser.duplicateTab())
      try site.restart()
      let after = DeskSight(try await browser.duplicateTab())
      if before != after {
        throw failed("A reload showed before the restart:\n\(before)\nand after it:\n\(after)")
      }
    case .submitAgain:
      guard let post = tabs[current].lastPost else { return }
      let answer = try await browser.send(post.request)
      guard answer.header("Location") == post.location else {
        throw failed(
          "The POST was answered with \(post.location ?? "no place"), and again with "
            + (answer.header("Location") ?? "no place"))
      }
    }
  }

  /// Goes to another page of the history, where there is one.
  private func move(_ body: (Browser) async throws -> Void) async throws {
    do {
      try await body(browser)
    } catch let error as BrowserError where error.reason == .noPage {
      return
    }
  }

  private mutating func openTab(_ body: (Browser) async throws -> Void) async throws {
    guard tabs.count < Self.tabLimit else { return }
    let tab = browser.newTab()
    try await body(tab)
    tabs.append(Tab(browser: tab))
    current = tabs.count - 1
  }

  private mutating func compareWithStranger() async throws {
    let page = DeskSight(browser)
    guard let canonical = page.canonical else { throw failed("The page has no canonical link") }
    let tab = stranger.newTab()
    try await tab.open(canonical)
    let sight = DeskSight(tab)
    guard sight.status == 200, sight.canonical == canonical else {
      throw failed("\(canonical) shows a stranger \(sight.canonical ?? "nothing")")
    }
    guard !page.isGuard, canonical.hasPrefix("/desk") else { return }
    guard sight.titles == page.titles, sight.issues == page.issues else {
      throw failed("\(canonical) shows the user \(page)\nand a stranger \(sight)")
    }
    events.insert(.stranger)
  }
}

extension Browser {
  /// What names the page, as each is loaded.
  var token: String? { topLayer?.node.first("input", where: ["name": "~token"])?["value"] }
}
