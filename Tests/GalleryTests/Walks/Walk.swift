import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A way through the inventory, taken in browsers without a script and in the model at once.
struct Walk {
  typealias Failure = WalkFailure<WalkStep>

  /// What makes a walk worth its time.
  enum Event: CaseIterable {
    /// A page was gone on from on a scene of its own.
    case fork
    /// A POST was answered as it was before.
    case repetition
    /// The server had something to say.
    case notice
    /// What was typed waits for another word.
    case draft
    /// What was entered of an item that is gone came into the form of a new one.
    case rescue
    /// An alert said what was not saved.
    case message
    /// An alert asked whose changes are kept.
    case conflict
    /// A page was made of a copy of a scene that is elsewhere.
    case copy
  }

  private struct Tab {
    let browser: Browser
    /// The pages of its history in the model.
    var pages: [Int]
    var position: Int
    /// The last POST, with where it led to.
    var lastPost: (request: BrowserRequest, location: String?)?

    var page: Int { pages[position] }
  }

  /// The most tabs of a walk.
  static let tabLimit = 3

  let site: GallerySite
  /// Whether each page's source is looked at too, which costs more than all else.
  var checksSource = false
  private(set) var model: WalkModel
  private var tabs: [Tab] = []
  private var current = 0
  private(set) var steps: [WalkStep] = []
  /// The steps that were not possible where they came.
  private(set) var skipped: [WalkStep] = []
  private(set) var events: Set<Event> = []

  init(on site: GallerySite) {
    self.site = site
    model = WalkModel(Array(site.inventory.items()))
  }

  /// The page that is shown.
  var page: WalkModel.Page { model.pages[tabs[current].page] }
  var tabCount: Int { tabs.count }
  /// The items that other tabs edit in a scene.
  var editedElsewhere: Set<Item.ID> {
    let others = tabs.indices.filter { $0 != current }.map { model.pages[tabs[$0].page] }
    return Set(
      others.compactMap { page in
        guard page.mark != nil, let form = page.screen.form, form.kind == .edit else { return nil }
        return form.item.id
      })
  }
  var canGoBack: Bool { tabs[current].position > 0 }
  var canGoForward: Bool { tabs[current].position + 1 < tabs[current].pages.count }

  /// Opens the list in a first tab.
  mutating func begin() async throws {
    try await openTab(at: "/inventory")
  }

  /// Takes a step, and compares what is there; skips one that is not possible here.
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

  /// Answers whether the step was possible.
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
        tab.browser, [model.outcome(ofGetting: tab.browser.path, mark: page.mark)])
    case .newTab(let address):
      guard tabs.count < Self.tabLimit else { return false }
      try await openTab(at: address)
    case .duplicateTab:
      guard tabs.count < Self.tabLimit else { return false }
      let outcome = model.outcome(ofGetting: tab.browser.path, mark: page.mark)
      var copy = Tab(
        browser: try await tab.browser.duplicateTab(), pages: tab.pages, position: tab.position)
      copy.pages[tab.position] = try see(copy.browser, [outcome])
      tabs.append(copy)
      current = tabs.count - 1
    case .switchTab(let number):
      guard tabs.indices.contains(number) else { return false }
      current = number
    case .restart: try await site.restart()
    // See ``PairWalk``: without a script nobody hears of it.
    case .changeElsewhere: return false
    case .submitAgain:
      guard let post = tab.lastPost else { return false }
      let answer = try await tab.browser.send(post.request)
      guard answer.header("Location") == post.location else {
        throw failed(
          "The POST was answered with \(post.location ?? "no place"), and again with "
            + (answer.header("Location") ?? "no place"))
      }
    }
    return true
  }

  /// Whether a field is there, and not one that comes and goes with another that was touched.
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
      if let first = tabs.first { first.browser.newTab() } else { site.browser() }
    let outcome = model.outcome(ofGetting: address, mark: nil)
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
      throw failed("The POST was answered with \(tab.browser.status) and no place to go on")
    }
    let submission = shown.submission(of: name, row: row)
    let id: Int
    if let earlier = shown.answers[submission] {
      events.insert(.repetition)
      guard earlier == answer else {
        throw failed("A repeat was answered with \(answer), and before with \(earlier)")
      }
      let (path, mark) = Self.parts(of: answer)
      id = try see(tab.browser, [model.outcome(ofGetting: path, mark: mark)])
    } else {
      let outcomes = model.outcomes(ofTapping: name, row: row, on: tab.page)
      id = try see(tab.browser, outcomes, after: tab.page)
      if case .gone = shown.screen, model.pages[id].screen.form != nil { events.insert(.rescue) }
      model.pages[tab.page].answers[submission] = answer
      if let mark = tab.browser.mark { model.scenes[mark]?.submitted.insert(tab.page) }
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
    push(try see(browser, [model.outcome(ofGetting: path, mark: nil)]))
  }

  /// Adds a page to the history of the tab.
  private mutating func push(_ page: Int) {
    tabs[current].pages.removeSubrange((tabs[current].position + 1)...)
    tabs[current].pages.append(page)
    tabs[current].position += 1
  }

  /// Path and mark of an address.
  private static func parts(of address: String) -> (path: String, mark: String?) {
    let parts = address.split(separator: "?")
    let mark = parts.dropFirst().first.map { String($0.dropFirst().prefix { $0 != "!" }) }
    return (parts.first.map(String.init) ?? "", mark)
  }

  /// Finds the outcome that a browser shows, and makes it what is so.
  private mutating func see(_ browser: Browser, _ outcomes: [WalkOutcome]) throws -> Int {
    let outcome = try shown(outcomes, by: browser, isPost: false)
    note(outcome)
    model.pages.append(model.page(showing: outcome, mark: browser.mark))
    return model.pages.count - 1
  }

  /// The same after a POST of a page.
  private mutating func see(
    _ browser: Browser, _ outcomes: [WalkOutcome], after page: Int
  ) throws -> Int {
    let outcome = try shown(outcomes, by: browser, isPost: true)
    note(outcome)
    guard let mark = browser.mark else { throw failed("A scene is not in its address") }
    if outcome.mark == nil, model.pages[page].mark != nil { events.insert(.fork) }
    if outcome.isOffspring, model.pages[page].offspring == nil {
      model.pages[page].offspring = mark
    }
    let begun = WalkModel.Scene(
      screen: outcome.screen, base: model.opened(model.pages[page].screen.path))
    model.items = outcome.items
    model.nextID = outcome.nextID
    var scene = model.scenes[mark] ?? begun
    scene.screen = outcome.screen
    if !outcome.screen.isQuestion { scene.basis = outcome.screen.withoutDrafts }
    scene.turns += 1
    scene.hasNotice = outcome.hasNotice
    model.scenes[mark] = scene
    model.pages.append(model.page(showing: outcome, mark: mark))
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
    throw failed(problems.joined(separator: "\nor else:\n"))
  }

  private func problems(
    of browser: Browser, showing outcome: WalkOutcome, isPost: Bool
  ) -> [String] {
    var problems = WalkSight(of: browser, showing: outcome.screen).problems(showing: outcome)
    let items = Array(site.inventory.items())
    if items != outcome.items {
      problems.append("The database has \(items.walkText), not \(outcome.items.walkText)")
    }
    guard isPost else { return problems }
    if let mark = outcome.mark {
      if browser.mark != mark {
        problems.append("The scene is \(browser.mark ?? "none"), and to be \(mark)")
      }
    } else if let mark = browser.mark, model.scenes[mark] != nil {
      problems.append("The scene is \(mark), and to be a new one")
    }
    return problems
  }

  /// Compares what is so after a step; a new page was looked at as it came.
  private func compare(after step: WalkStep) throws {
    let items = Array(site.inventory.items())
    if items != model.items {
      throw failed("The database has \(items.walkText), not \(model.items.walkText)")
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
