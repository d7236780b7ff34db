import CairnTesting
import Testing
import Ways

@testable import Gallery
@testable import WebDriver

/// A walk through the gallery, taken on two sites at the same time, with the script and without. After
/// each step, both users must see the same page, and both sites must store the same data. Each is the
/// model of the other.
///
/// Back and Forward do more with the script. Without it, the walk uses a button instead of Back.
/// Instead of Forward, it opens the form again and enters the same values.
/// and enters the same does what Forward does.
struct PairWalk {
  typealias Failure = WalkFailure<WalkStep>

  /// One of the two users, with their open tabs.
  private struct Walker {
    let site: GallerySite
    var tabs: [FlowUser] = []
  }

  private struct Tab {
    /// The button that led to this page and the one that leads back, or `nil` if the page replaced
    /// another.
    var steps: (in: Button, out: Button)?
    /// The page that Back left, with the button that opened it and the entered values.
    var left: (step: Button, values: [Field])?
  }

  private struct Button {
    let name: String
    var scope: BrowserScope?
    /// The ID that distinguishes the button from a later one with the same name.
    var id: String?
  }

  private let address: String
  private var plain: Walker
  private var live: Walker
  private var tabs: [Tab] = []
  private var current = 0
  private(set) var steps: [WalkStep] = []

  private var user: FlowUser { plain.tabs[current] }
  private var liveUser: FlowUser { live.tabs[current] }

  /// Opens an address in each user's first tab.
  init(at address: String, in chromium: GallerySite, and site: GallerySite) async throws {
    self.address = address
    plain = Walker(site: site)
    live = Walker(site: chromium)
    plain.tabs = [site.userWithoutScript()]
    live.tabs = [try await chromium.user(at: address)]
    tabs = [Tab()]
    try await user.open(address)
    try await compare()
  }

  /// Takes a step, or skips it if it isn't possible here.
  mutating func take(_ step: WalkStep) async throws {
    steps.append(step)
    do {
      try await perform(step)
      try await compare()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(steps: steps, message: "\(error)")
    }
  }

  private mutating func perform(_ step: WalkStep) async throws {
    switch step {
    case .tap(let name, let row): try await tap(name, row: row)
    case .fill(let label, let text): try await enter(label, .text, text)
    case .choose(let label, let option): try await enter(label, .picker, option)
    case .toggle(let label):
      guard let isOn = try? user.field(label).isOn else { return }
      try await enter(label, .toggle, isOn ? "off" : "on")
    case .back:
      guard let steps = tabs[current].steps, user.fields.allSatisfy({ $0.error == nil })
      else { return }
      let left = user.fields.isEmpty ? nil : (steps.in, user.fields)
      try await user.click(steps.out.name, in: steps.out.scope)
      try await liveUser.back()
      tabs[current] = Tab(left: left)
    case .forward:
      guard let (step, values) = tabs[current].left,
        (try? user.browser.control(step.name, in: step.scope))?.controlID == step.id
      else { return }
      try await user.click(step.name, in: step.scope)
      for field in values { try await enter(field) }
      try await liveUser.forward()
      try await liveUser.click("Apply")
      tabs[current].left = nil
    case .reload: try await both { try await $0.reload() }
    case .newTab(let address):
      guard tabs.count < Walk.tabLimit else { return }
      plain.tabs.append(try await plain.tabs[0].newTab())
      live.tabs.append(try await live.tabs[0].newTab())
      tabs.append(Tab())
      current = tabs.count - 1
      try await both { try await $0.open(address) }
    case .switchTab(let number):
      guard tabs.indices.contains(number) else { return }
      current = number
      try await user.reload()
      try await liveUser.click("Update")
    case .restart:
      try await plain.site.restart()
      try await live.site.restart()
    case .changeElsewhere(let number):
      // A form has its own copy of an item.
      guard user.path == "/inventory", user.layers.count == 1, user.rows.indices.contains(number)
      else { return }
      for site in [plain.site, live.site] {
        var item = Array(site.inventory.items())[number]
        item.status.isInStock.toggle()
        try await site.inventory.update(item)
      }
      try await user.reload()
      try await liveUser.waitForRows(user.rows)
    // Without the script, both pages share a scene until one of them is left.
    case .duplicateTab, .submitAgain: break
    }
  }

  private func both(_ body: (FlowUser) async throws -> Void) async throws {
    try await body(user)
    try await body(liveUser)
  }

  /// Enters a value into a field and sends it.
  private func enter(_ label: String, _ kind: Field.Kind, _ value: String) async throws {
    guard let field = try? user.field(label), field.kind == kind, !field.isDisabled else { return }
    try await both { user in
      switch kind {
      case .picker: try await user.choose(label, value)
      case .toggle, .radio: try await user.set(label, to: value == "on")
      case .text, .textArea: try await user.fill(label, with: value)
      case .file: break
      }
    }
    try await send(label)
    try await liveUser.click("Apply")
  }

  /// Enters an earlier value into a field, without the script.
  private func enter(_ old: Field) async throws {
    guard let field = try? user.field(old.label), field.value != old.value else { return }
    switch field.kind {
    case .picker: try await user.choose(old.label, old.value)
    case .toggle, .radio: try await user.set(old.label, to: old.isOn)
    case .text, .textArea: try await user.fill(old.label, with: old.value)
    case .file: break
    }
    try await send(old.label)
  }

  /// Sends the entered value. If there's no button for it, sends it as the script does after a typing
  /// pause.
  private func send(_ label: String) async throws {
    if user.buttons.contains("Apply") { return try await user.click("Apply") }
    let browser = user.browser
    let answer = try await browser.send(
      browser.submission(
        tap: nil, fields: [(browser.fieldName(label), browser.field(label).value)]))
    guard let location = answer.header("Location") else {
      throw Failure(steps: steps, message: "The typed text got the status \(answer.status)")
    }
    try await user.open(location)
  }

  private mutating func tap(_ name: String, row: Int?) async throws {
    let before = (user.path, user.topLayer)
    let scope: BrowserScope?
    var name = name
    if let row {
      guard user.rows.indices.contains(row) else { return }
      let text = user.rows[row]
      scope = .row(text, index: user.rows.prefix(row).count { $0.contains(text) })
      if name == "Open" {
        let rows = user.topLayer?.node.all("li", class: "row")
        guard let first = rows?[row].rowControls.first else { return }
        name = first.accessibleName
      }
    } else {
      scope = nil
    }
    guard let control = try? user.browser.control(name, in: scope), !control.isDisabled
    else { return }
    let button = Button(name: name, scope: scope, id: control.controlID)
    try await both { try await $0.click(name, in: scope) }
    tabs[current] = Tab(
      steps: wayOut(of: before.0, above: before.1).map { (button, $0) })
  }

  /// The button that leaves a page for the page below, or `nil` if the page replaced another.
  private func wayOut(of path: String, above below: Layer?) -> Button? {
    // The address of the page below is a prefix of this page's address.
    guard let below, let top = user.topLayer, user.path.hasPrefix(path) else { return nil }
    let back = top.node.first("header", class: "bar")?.all("button").first?.accessibleName
    if let back, back == below.title, back == user.buttons.first {
      return Button(name: back, scope: .bar)
    }
    guard user.layers.count > 1 || top.kind != below.kind, top.title != below.title else {
      return nil
    }
    return ["Cancel", "Close", "Done"].first(where: user.buttons.contains).map { Button(name: $0) }
  }

  /// Expects that both users and a newly requested page show the same, and that both sites store the
  /// same data.
  private func compare() async throws {
    var problems = liveUser.browser.differences(from: user.browser, "without the script")
    let requested = try await liveUser.requestedPage()
    problems += liveUser.browser.differences(from: requested, "on a newly requested page")
    let (stored, other) = (live.site.inventory.items(), plain.site.inventory.items())
    if stored != other { problems.append("The items: \(Array(stored)) instead of \(Array(other))") }
    if !problems.isEmpty {
      throw Failure(steps: steps, message: problems.joined(separator: "\n"))
    }
  }

  // MARK: Generation

  /// Picks a random step among the possible ones.
  func nextStep(using random: inout SeededGenerator) -> WalkStep {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...2 where tabs[current].steps != nil: return .back
    // When a screen is pushed again, the script treats its fields as new and doesn't fill them.
    case 3...6 where tabs[current].left != nil && address != "/menu/stack": return .forward
    case 7: return .reload
    case 10 where user.path == "/inventory" && !user.rows.isEmpty:
      return .changeElsewhere(Int.random(in: 0..<user.rows.count, using: &random))
    case 8: return .restart
    case 9 where tabs.count < Walk.tabLimit: return .newTab(address)
    case 9: return .switchTab(Int.random(in: 0..<tabs.count, using: &random))
    default: return stepOnPage(using: &random)
    }
  }

  private func stepOnPage(using random: inout SeededGenerator) -> WalkStep {
    // A page never contains a password, so a typed one is only in the browser with the script.
    let fields = user.fields.filter { !$0.isDisabled && !["Timer", "Password"].contains($0.label) }
    if let field = fields.randomElement(using: &random), Bool.random(using: &random) {
      switch field.kind {
      case .toggle, .radio: return .toggle(field.label)
      case .picker:
        return .choose(field.label, field.options.randomElement(using: &random) ?? "")
      case .text, .textArea:
        let texts =
          ["Quantity", "Counted"].contains(field.label)
          ? ["0", "7", "42", "-3", "many"]
          : ["", "Lamp", "“A” & <b>", "ada@example.com", "Chair \(steps.count)"]
        return .fill(field.label, texts.randomElement(using: &random) ?? "Lamp")
      case .file: break
      }
    }
    let rows = user.topLayer?.node.all("li", class: "row") ?? []
    if let row = rows.indices.randomElement(using: &random),
      Int.random(in: 0..<4, using: &random) > 0
    {
      let buttons = rows[row].rowControls.map(\.accessibleName)
      if let name = buttons.randomElement(using: &random) {
        return .tap(name == buttons.first ? "Open" : name, row: row)
      }
    }
    let inRows = Set(rows.flatMap { $0.rowControls.map(\.accessibleName) })
    // Going back to a locked page leaves all layers that the lock covers. A report is still in progress after a step.
    let names = user.buttons.filter { name in
      !inRows.contains(name) && !["Lock", "Prepare report"].contains(name)
        && !Way.buttonsWithoutScript.contains(name)
        && user.buttons.count { $0 == name } == 1
    }
    return .tap(names.randomElement(using: &random) ?? "Add")
  }
}

extension FlowUser {
  /// Waits until a live update has changed the page's rows.
  fileprivate func waitForRows(_ rows: [String]) async throws {
    guard let tab else { return }
    try await tab.choose()
    let site = site
    try await tab.chromium.waitFor("the rows \(rows)") {
      let reader = site.reader(of: tab)
      let page = try await tab.look()
      try reader.show(
        BrowserResponse(status: page.status, body: Array(page.html.utf8)), at: page.location)
      return reader.rows == rows
    }
    try show(try await tab.look())
  }

  /// The page that the server sends to a new request.
  fileprivate func requestedPage() async throws -> Browser {
    guard let tab else { return browser }
    let reader = site.reader(of: tab)
    let body = try await tab.source()
    try reader.show(BrowserResponse(status: 200, body: Array(body.utf8)), at: browser.location)
    return reader
  }
}

extension HTMLNode {
  /// The links and buttons of a row, starting with the one that leads to its screen.
  fileprivate var rowControls: [HTMLNode] { all("a") + all("button") }

  /// The ID that distinguishes a control from another with the same name.
  fileprivate var controlID: String? { self["value"] ?? self["href"] }
}

extension Browser {
  /// The visible differences from another browser.
  fileprivate func differences(from other: Browser, _ place: String) -> [String] {
    // Without the script, some buttons replace automatic behavior.
    func isSeen(_ text: Substring) -> Bool { !Way.isHiddenByScript(String(text)) }
    var problems: [String] = []
    func expect<Value: Equatable>(_ name: String, _ value: (Browser) -> Value) {
      let (one, two) = (value(self), value(other))
      if one != two { problems.append("\(name): \(one), but \(place) \(two)") }
    }
    expect("The path", \.path)
    expect("The title", \.title)
    expect("The pile", \.pile)
    expect("The rows", \.rows)
    expect("The fields", \.fields)
    expect("The buttons") { $0.buttons.filter { isSeen($0[...]) } }
    expect("The notice", \.notice)
    expect("The text") { $0.text.split(separator: "\n").filter(isSeen) }
    return problems
  }
}
