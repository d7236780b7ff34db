package import CairnTesting
import Foundation
import WebDriver

extension FlowUser {
  /// Opens an address, as typed in the address bar.
  package func open(_ address: String) async throws {
    try await step {
      try await $0.open(address)
    } live: { tab in
      try await tab.open(address)
      return try await tab.look(isLoaded: true)
    }
  }

  package func reload() async throws {
    try await step {
      try await $0.reload()
    } live: { tab in
      return try await tab.travel("/refresh")
    }
  }

  /// Goes back like the browser's button.
  package func back() async throws {
    try await step {
      try await $0.back()
    } live: {
      try await $0.travel("/back")
    }
  }

  /// Goes back from a form with applied values, which add a history entry without the script.
  package func backFromApplied() async throws {
    if tab == nil { try await back() }
    try await back()
  }

  package func forward() async throws {
    try await step {
      try await $0.forward()
    } live: {
      try await $0.travel("/forward")
    }
  }

  /// Goes to the page that an action has just dismissed. It's the previous page or, if the script has
  /// gone back, the next one.
  package func goToLeftPage() async throws {
    if tab == nil { try await back() } else { try await forward() }
  }

  /// Clicks a link or button of the top layer.
  package func click(_ name: String, in scope: BrowserScope? = nil) async throws {
    // The script sends typed text and shows changes automatically.
    if tab != nil, Way.buttonsWithoutScript.contains(name) { return try await catchUp() }
    try await step {
      try await $0.click(name, in: scope)
    } live: { tab in
      try await self.find(tab) {
        try $0.control(name, in: scope)
      } do: {
        try await $0.click(xpath: $1)
      }
    }
  }

  /// Clicks with Control pressed. Returns the new tab, which shows the target.
  package func clickIntoNewTab(_ name: String, in scope: BrowserScope? = nil) async throws
    -> FlowUser
  {
    guard let tab else {
      let other = FlowUser(site, try await browser.clickIntoNewTab(name, in: scope), nil)
      try await other.step { _ in
      } live: { _ in
        nil
      }
      return other
    }
    try await site.restartIfAsked()
    try await tab.choose()
    try show(try await tab.look())
    let xpath = Self.xpath(of: try browser.control(name, in: scope))
    let other = FlowUser(site, site.reader(of: tab), try await tab.controlClick(xpath: xpath))
    try await other.step { _ in
    } live: { _ in
      nil
    }
    return other
  }

  /// Clicks the backdrop next to the top layer's dialog.
  package func clickBackdrop() async throws {
    try await step {
      try await $0.clickBackdrop()
    } live: { tab in
      try await tab.clickBackdrop()
      return nil
    }
  }

  /// Presses Enter in a field of the top layer.
  package func submit() async throws {
    try await step {
      try await $0.submit()
    } live: { tab in
      try await tab.pressEnter()
      return nil
    }
  }

  package func fill(_ label: String, with text: String, in scope: BrowserScope? = nil) async throws
  {
    try await step {
      try $0.fill(label, with: text, in: scope)
    } live: { tab in
      try self.show(try await tab.look(isAtRest: false))
      let field = try self.operable(label, scope)
      try await tab.fill(id: field["id"] ?? "", with: text)
      // The text is sent after a pause or with an earlier click.
      return try await tab.look(isAtRest: false)
    }
  }

  package func set(_ label: String, to isOn: Bool, in scope: BrowserScope? = nil) async throws {
    try await step {
      try $0.set(label, to: isOn, in: scope)
    } live: { tab in
      try self.show(try await tab.look())
      guard try self.field(label, in: scope).isOn != isOn else { return nil }
      return try await self.find(tab) { _ in
        try self.operable(label, scope)
      } do: {
        try await $0.click(xpath: $1)
      }
    }
  }

  package func choose(_ label: String, _ option: String, in scope: BrowserScope? = nil) async throws
  {
    try await step {
      try $0.choose(label, option, in: scope)
    } live: { tab in
      try await self.find(tab) { _ in
        try self.operable(label, scope)
      } do: {
        // No-break spaces, such as those of formatted times, are spaces.
        let name = "normalize-space(translate(., '\u{A0}\u{2009}\u{202F}', '   '))"
        try await $0.click(xpath: "\($1)//option[\(name)=\(XPath.literal(option))]")
      }
    }
  }

  /// Chooses a file in a field of the top layer.
  package func attach(_ file: BrowserFile, to label: String) async throws {
    try await step {
      try $0.attach(file, to: label)
    } live: { tab in
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: file.name)
      try Data(file.contents).write(to: path)
      try await tab.chromium.attach(path.path, to: label)
      // The script reads and sends the file immediately.
      return try await tab.look()
    }
  }

  /// Opens an empty tab of the same session.
  package func newTab() async throws -> FlowUser {
    guard let tab else { return FlowUser(site, browser.newTab(), nil) }
    let other = try await Tab(in: tab.chromium, at: tab.origin, hasMouse: tab.hasMouse)
    return FlowUser(site, site.reader(of: other), other)
  }

  /// Opens the page in a second tab.
  package func duplicateTab() async throws -> FlowUser {
    guard tab == nil else {
      let other = try await newTab()
      try await other.open(browser.location)
      return other
    }
    let other = FlowUser(site, try await browser.duplicateTab(), nil)
    try await other.step { _ in
    } live: { _ in
      nil
    }
    return other
  }

  // MARK: In Chromium

  /// Waits until typed text is sent, and requests changes, as the script does automatically.
  package func catchUp() async throws {
    try await step { _ in
    } live: { tab in
      _ = try await tab.look()
      try await tab.chromium.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
      return nil
    }
  }

  private func operable(_ label: String, _ scope: BrowserScope?) throws -> HTMLNode {
    let field = try field(label, in: scope)
    guard !field.isDisabled else { throw WebDriverError(code: "disabled", message: label) }
    return try browser.fieldNode(label, in: scope)
  }

  /// Finds an element in a copy of the page and performs an action on it in the page. Repeats this if
  /// the page has changed in between.
  private func find(
    _ tab: Tab, _ node: (Browser) throws -> HTMLNode,
    do body: (Tab, String) async throws -> Void
  ) async throws -> PageCopy? {
    for attempt in 0... {
      try show(try await tab.look(isAtRest: false))
      do {
        try await body(tab, Self.xpath(of: try node(browser)))
        break
      } catch let error as WebDriverError
        where attempt < 20
        && ["stale element reference", "no such element"].contains(error.code)
      {
        continue
      }
    }
    return nil
  }

  /// The XPath expression of the first matching element in the top layer.
  private static func xpath(of node: HTMLNode) -> String {
    for name in ["id", "value", "href"] {
      guard let value = node[name] else { continue }
      return "(//\(node.name)[@\(name)=\(XPath.literal(value))][\(XPath.operable)]"
        + "[not(contains(@class, 'default-action') or contains(@class, 'backdrop'))])[1]"
    }
    return "//\(node.name)[\(XPath.operable)]"
  }
}
