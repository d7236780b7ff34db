import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A random walk through the inventory, taken in browsers without a script and in the model at the same
/// time.
struct Walk {
  typealias Failure = WalkFailure<WalkStep>

  /// An event that a good set of walks must include.
  enum Event: CaseIterable {
    /// An old page continued on a scene of its own.
    case branch
    /// A repeated POST got the response of the first.
    case repetition
    /// The server showed a notice.
    case notice
    /// Typed text waits for a correction.
    case draft
    /// The values entered for a deleted item were moved to the form of a new item.
    case rescue
    /// An alert reported unsaved changes.
    case message
    /// An alert asked which changes to keep.
    case conflict
    /// A page was rendered from a copy of a scene that has moved on.
    case copy
  }

  private struct Tab {
    let browser: Browser
    /// The pages of its history in the model.
    var pages: [Int]
    var position: Int
    /// The last POST with the resulting location.
    var lastPost: (request: BrowserRequest, location: String?)?

    var page: Int { pages[position] }
  }

  /// The maximum number of tabs in a walk.
  static let tabLimit = 3

  let site: GallerySite
  private let transport: (any BrowserTransport)?
  /// Whether to check each page's source, which takes longer than everything else.
  var checksSource = false
  private(set) var model: WalkModel
  private var tabs: [Tab] = []
  private var current = 0
  private(set) var steps: [WalkStep] = []
  /// The steps that weren't possible at their time.
  private(set) var skipped: [WalkStep] = []
  private(set) var events: Set<Event> = []

  /// - Parameters:
  ///   - site: The site with the inventory.
  ///   - transport: Sends the requests to the site, if they aren't sent directly.
  init(on site: GallerySite, through transport: (any BrowserTransport)? = nil) {
    self.site = site
    self.transport = transport
    model = WalkModel(Array(site.inventory.items()))
  }

  /// The current page.
  var page: WalkModel.Page { model.pages[tabs[current].page] }
  var tabCount: Int { tabs.count }
  /// The items that other tabs edit in a scene.
  var editedElsewhere: Set<Item.ID> {
    let others = tabs.indices.filter { $0 != current }.map { model.pages[tabs[$0].page] }
    return Set(
      others.compactMap { page in
        guard page.sceneID != nil, let form = page.screen.form, form.kind == .edit else {
          return nil
        }
        return form.item.id
      })
  }
  var canGoBack: Bool { tabs[current].position > 0 }
  var canGoForward: Bool { tabs[current].position + 1 < tabs[current].pages.count }

  /// Opens the list in the first tab.
  mutating func begin() async throws {
    try await openTab(at: "/inventory")
  }

  /// Takes a step and compares the result. Skips a step that isn't possible here.
  mutating func take(_ step: WalkStep) async throws {
    steps.append(step)
    do {
      guard try await perform(step) else { return skipped.append(step) }
      try compare(after: step)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw failed("\(error)")
    }
  }

  private func failed(_ message: String) -> Failure {
    Failure(steps: steps, message: message)
  }

  /// Returns whether the step was possible.
  private mutating func perform(_ step: WalkStep) async throws -> Bool {
    let tab = tabs[current]
    switch step {
    case .tap(let name, let row): return try await tap(name, row: row)
    case .fill(let label, let text):
      guard editable(label) else { return false }
      try tab.browser.fill(label, with: text)
      model.pages[tab.page].typed[label] = text
    case .choose(let label, let option):
      guard editable(label) else { return false }
      try tab.browser.choose(label, option)
      model.pages[tab.page].typed[label] = option
    case .toggle(let label):
      guard editable(label), let value = page.values[label] else { return false }
      try tab.browser.set(label, to: value == "off")
      model.pages[tab.page].typed[label] = value == "off" ? "on" : "off"
    case .back:
      guard canGoBack else { return false }
      try await tab.browser.back()
      tabs[current].position -= 1
    case .forward:
      guard canGoForward else { return false }
      try await tab.browser.forward()
      tabs[current].position += 1
    case .reload:
      try await tab.browser.reload()
      tabs[current].pages[tab.position] = try see(
        tab.browser, [model.outcome(ofGetting: tab.browser.path, sceneID: page.sceneID)])
    case .newTab(let address):
      guard tabs.count < Self.tabLimit else { return false }
      try await openTab(at: address)
    case .duplicateTab:
      guard tabs.count < Self.tabLimit else { return false }
      let outcome = model.outcome(ofGetting: tab.browser.path, sceneID: page.sceneID)
      var copy = Tab(
        browser: try await tab.browser.duplicateTab(), pages: tab.pages, position: tab.position)
      copy.pages[tab.position] = try see(copy.browser, [outcome])
      tabs.append(copy)
      current = tabs.count - 1
    case .switchTab(let number):
      guard tabs.indices.contains(number) else { return false }
      current = number
    case .restart: try await site.restart()
    // Without a script, pages don't get live updates. See ``PairWalk``.
    case .changeElsewhere: return false
    case .submitAgain:
      guard let post = tab.lastPost else { return false }
      let answer = try await tab.browser.send(post.request)
      guard answer.header("Location") == post.location else {
        throw failed(
          "The POST led to \(post.location ?? "no location"), and its repeat to "
            + (answer.header("Location") ?? "no location"))
      }
    }
    return true
  }

  /// Whether a field exists and doesn't depend on another field that was changed.
  private func editable(_ label: String) -> Bool {
    guard page.values[label] != nil else { return false }
    let isStatus = ["In stock", "Quantity", "On back order"].contains(label)
    return !isStatus
      || page.typed.keys.allSatisfy {
        $0 == label || !["In stock", "Quantity", "On back order"].contains($0)
      }
  }

  private mutating func openTab(at address: String) async throws {
    let browser =
      if let first = tabs.first {
        first.browser.newTab()
      } else {
        transport.map { Browser($0) } ?? site.browser()
      }
    let outcome = model.outcome(ofGetting: address, sceneID: nil)
    try await browser.open(address)
    tabs.append(Tab(browser: browser, pages: [try see(browser, [outcome])], position: 0))
    current = tabs.count - 1
  }

  private mutating func tap(_ name: String, row: Int?) async throws -> Bool {
    let tab = tabs[current]
    let shown = page
    if let row {
      guard shown.rows.indices.contains(row) else { return false }
      let item = shown.rows[row]
      let index = shown.rows.prefix(row).count { $0.name == item.name }
      if name == "Open" {
        try await follow(item, index)
        return true
      }
      try await tab.browser.click(name, in: .row(item.name, index: index))
    } else {
      guard shown.screen.buttons.contains(name) else { return false }
      try await tab.browser.click(name)
    }
    guard let post = tab.browser.exchanges.first, let answer = post.response.header("Location")
    else {
      throw failed("The POST got the status \(tab.browser.status) without a location")
    }
    let submission = shown.submission(of: name, row: row)
    let id: Int
    if let earlier = shown.answers[submission] {
      events.insert(.repetition)
      guard earlier == answer else {
        throw failed("A repeat led to \(answer) instead of \(earlier)")
      }
      let (path, sceneID) = Self.parts(of: answer)
      id = try see(tab.browser, [model.outcome(ofGetting: path, sceneID: sceneID)])
    } else {
      let outcomes = model.outcomes(ofTapping: name, row: row, on: tab.page)
      id = try see(tab.browser, outcomes, after: tab.page)
      if case .gone = shown.screen, model.pages[id].screen.form != nil { events.insert(.rescue) }
      model.pages[tab.page].answers[submission] = answer
      if let sceneID = tab.browser.sceneID { model.scenes[sceneID]?.submitted.insert(tab.page) }
    }
    push(id)
    tabs[current].lastPost = (post.request, answer)
    return true
  }

  /// Clicks the link of an item, which opens its location.
  private mutating func follow(_ item: Item, _ index: Int) async throws {
    let browser = tabs[current].browser
    try await browser.click(item.name, in: .row(item.name, index: index))
    let path = "/inventory/items/\(item.id)"
    push(try see(browser, [model.outcome(ofGetting: path, sceneID: nil)]))
  }

  /// Adds a page to the history of the tab.
  private mutating func push(_ page: Int) {
    tabs[current].pages.removeSubrange((tabs[current].position + 1)...)
    tabs[current].pages.append(page)
    tabs[current].position += 1
  }

  /// The path and scene ID of an address.
  private static func parts(of address: String) -> (path: String, sceneID: String?) {
    let parts = address.split(separator: "?")
    let sceneID = parts.dropFirst().first.map { String($0.dropFirst().prefix { $0 != "!" }) }
    return (parts.first.map(String.init) ?? "", sceneID)
  }

  /// Finds the outcome that a browser shows, and applies it to the model.
  private mutating func see(_ browser: Browser, _ outcomes: [WalkOutcome]) throws -> Int {
    let outcome = try shown(outcomes, by: browser, isPost: false)
    note(outcome)
    model.pages.append(model.page(showing: outcome, sceneID: browser.sceneID))
    return model.pages.count - 1
  }

  /// Finds the outcome of a POST from a page, and applies it to the model.
  private mutating func see(
    _ browser: Browser, _ outcomes: [WalkOutcome], after page: Int
  ) throws -> Int {
    let outcome = try shown(outcomes, by: browser, isPost: true)
    note(outcome)
    guard let sceneID = browser.sceneID else {
      throw failed("The address doesn't contain the scene")
    }
    if outcome.sceneID == nil, model.pages[page].sceneID != nil { events.insert(.branch) }
    if outcome.isChild, model.pages[page].child == nil {
      model.pages[page].child = sceneID
    }
    let begun = WalkModel.Scene(
      screen: outcome.screen, base: model.opened(model.pages[page].screen.path))
    model.items = outcome.items
    model.nextID = outcome.nextID
    var scene = model.scenes[sceneID] ?? begun
    scene.screen = outcome.screen
    if !outcome.screen.isQuestion { scene.basis = outcome.screen.withoutDrafts }
    scene.turns += 1
    scene.hasNotice = outcome.hasNotice
    model.scenes[sceneID] = scene
    model.pages.append(model.page(showing: outcome, sceneID: sceneID))
    return model.pages.count - 1
  }

  private mutating func note(_ outcome: WalkOutcome) {
    if outcome.hasNotice { events.insert(.notice) }
    if outcome.isCopy { events.insert(.copy) }
    if case .message = outcome.screen { events.insert(.message) }
    if case .changed = outcome.screen { events.insert(.conflict) }
    if outcome.screen.form?.drafts.isEmpty == false { events.insert(.draft) }
  }

  private func shown(
    _ outcomes: [WalkOutcome], by browser: Browser, isPost: Bool
  ) throws -> WalkOutcome {
    var problems: [String] = []
    for outcome in outcomes {
      let found = self.problems(of: browser, showing: outcome, isPost: isPost)
      if found.isEmpty { return outcome }
      problems.append(found.joined(separator: "\n"))
    }
    throw failed(problems.joined(separator: "\nor:\n"))
  }

  private func problems(
    of browser: Browser, showing outcome: WalkOutcome, isPost: Bool
  ) -> [String] {
    var problems = WalkSight(of: browser, showing: outcome.screen).problems(showing: outcome)
    let items = Array(site.inventory.items())
    if items != outcome.items {
      problems.append("The database has \(items.walkText) instead of \(outcome.items.walkText)")
    }
    guard isPost else { return problems }
    if let sceneID = outcome.sceneID {
      if browser.sceneID != sceneID {
        problems.append("The scene is \(browser.sceneID ?? "none") instead of \(sceneID)")
      }
    } else if let sceneID = browser.sceneID, model.scenes[sceneID] != nil {
      problems.append("The scene is \(sceneID) instead of a new one")
    }
    return problems
  }

  /// Compares the state after a step. New pages have already been checked.
  private func compare(after step: WalkStep) throws {
    let items = Array(site.inventory.items())
    if items != model.items {
      throw failed("The database has \(items.walkText) instead of \(model.items.walkText)")
    }
    let browser = tabs[current].browser
    switch step {
    case .fill, .choose, .toggle, .back, .forward, .switchTab:
      let problems = WalkSight(of: browser, showing: page.screen).problems(showing: page)
      if !problems.isEmpty { throw failed(problems.joined(separator: "\n")) }
    case .tap, .reload, .newTab, .duplicateTab:
      if checksSource { browser.expectGoodSource() }
    case .restart, .submitAgain, .changeElsewhere: break
    }
  }
}

extension [Item] {
  fileprivate var walkText: String {
    map { "\($0.id) \($0.name) (\($0.color?.name ?? "None"), \($0.status.summary))" }
      .joined(separator: ", ")
  }
}
