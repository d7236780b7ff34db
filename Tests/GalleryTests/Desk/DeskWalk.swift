import CairnTesting

/// A random walk through the desk and the pad in browsers without a script. Its checks hold on every
/// walk.
struct DeskWalk {
  typealias Failure = WalkFailure<DeskStep>

  /// An event that a good set of walks must include.
  enum Event: CaseIterable {
    case post
    /// An old page continued on a scene of its own.
    case branch
    /// A repeated POST got the response of the first.
    case repetition
    /// Typed text was sent while a guard hid its field, and is kept for later.
    case waiting
    /// The kept text was restored in its field.
    case wayBack
    /// A page reported that it didn't process the submission.
    case refusal
    /// Another user saw the same page.
    case stranger
    case count
  }

  /// A button with its page and the content of all fields.
  struct Submission: Hashable {
    let token: String
    let name: String
    let values: [String]
  }

  /// A field in a layer of a scene.
  struct Place: Hashable {
    let title: String
    let label: String
  }

  struct Tab {
    let browser: Browser
    /// The last POST with the resulting location.
    var lastPost: (request: BrowserRequest, location: String?)?
  }

  /// The maximum number of tabs in a walk.
  static let tabLimit = 3

  let site: DeskSite
  /// Whether to check each page's source.
  var checksSource = false
  private(set) var steps: [DeskStep] = []
  var events: Set<Event> = []

  var tabs: [Tab] = []
  var current = 0
  let stranger: Browser
  /// The signed-in user.
  var user: String?
  /// The other possible user after a step that may or may not have changed who is signed in.
  var otherUser: String??
  /// All texts that were ever sent.
  var sent: Set<String> = []
  /// The resulting location of each submission.
  var answers: [Submission: String] = [:]
  /// The texts that wait for their fields, by the ID of the scene.
  var waiting: [String: [Place: String]] = [:]
  /// The number of submissions to a scene, by its scene ID, and the number at the time when a page was
  /// rendered, by its token.
  var turns: [String: Int] = [:]
  var turnsOfPages: [String: Int] = [:]
  /// The counters of the pad, by the ID of the scene.
  var counts: [String: Int] = [:]

  init(on site: DeskSite) {
    self.site = site
    stranger = site.browser()
  }

  var browser: Browser { tabs[current].browser }

  /// Opens the desk in the first tab and signs in a second user.
  mutating func begin() async throws {
    try await stranger.open("/desk")
    try stranger.fill("Name", with: "Stranger")
    try await stranger.click("Sign in")
    tabs = [Tab(browser: site.browser())]
    try await browser.open("/desk")
  }

  /// Takes a step and checks the result. Skips a step that isn't possible here.
  mutating func take(_ step: DeskStep) async throws {
    steps.append(step)
    let comments = site.database.comments
    let token = browser.token
    do {
      try await perform(step)
      let isTap = if case .tap = step { true } else { false }
      guard isTap || site.database.comments == comments else {
        throw failed("A comment was posted that no user sent")
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
        throw failed("A reload before the restart showed:\n\(before)\nand after it:\n\(after)")
      }
    case .submitAgain:
      guard let post = tabs[current].lastPost else { return }
      let answer = try await browser.send(post.request)
      guard answer.header("Location") == post.location else {
        throw failed(
          "The POST led to \(post.location ?? "no location"), and its repeat to "
            + (answer.header("Location") ?? "no location"))
      }
    }
  }

  /// Moves through the history, if possible.
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
      throw failed("\(canonical) shows another user \(sight.canonical ?? "nothing")")
    }
    guard !page.isGuard, canonical.hasPrefix("/desk") else { return }
    guard sight.titles == page.titles, sight.issues == page.issues else {
      throw failed("\(canonical) shows the user \(page)\nand another user \(sight)")
    }
    events.insert(.stranger)
  }
}

extension Browser {
  /// The page's token, which differs for each load.
  var token: String? { topLayer?.node.first("input", where: ["name": "~token"])?["value"] }
}
