package import Foundation

extension Chromium {
  /// Opens an absolute URL and waits until it is loaded.
  package func open(_ url: String) async throws {
    try await command("POST", "/url", ["url": .string(url)])
  }

  /// Goes back; `leavesPage` is false where only the fragment or the script's state changes.
  package func back(leavesPage: Bool = true) async throws {
    try await perform(leavesPage: leavesPage) { try await command("POST", "/back") }
  }

  /// Goes forward; see `back(leavesPage:)`.
  package func forward(leavesPage: Bool = true) async throws {
    try await perform(leavesPage: leavesPage) { try await command("POST", "/forward") }
  }

  package func reload() async throws {
    try await perform(leavesPage: true) { try await command("POST", "/refresh") }
  }

  private static let work = "data-work"

  /// Does something and waits until the page that it leads to is there, or the script has made it of this one.
  ///
  /// The driver itself waits for a navigation only if it hears of it before the next command, and
  /// on a busy machine it does not.
  package func perform(leavesPage: Bool, _ action: () async throws -> Void) async throws {
    guard leavesPage else { return try await action() }
    let root = try await element(xpath: "/html")
    let before = try await attribute(Self.work, of: root)
    try await action()
    try await waitFor("another page") {
      do {
        // The page's script says how much it has done, and whether it is at anything.
        guard let now = try await attribute(Self.work, of: root) else { return false }
        return now != before && !now.hasSuffix("+")
      } catch let error as WebDriverError
        where ["stale element reference", "no such element"].contains(error.code)
      {
        return true
      }
    }
    // The next page is there before its styles and all of its text are.
    try await waitFor("the page to load") {
      try await evaluate("document.readyState").string == "complete"
    }
  }

  /// Waits until the page's script has done what it is at.
  package func settle() async throws {
    try await waitFor("the script") {
      let now = try await attribute(Self.work, of: element(xpath: "/html"))
      return now.map { !$0.hasSuffix("+") } ?? true
    }
  }

  /// The absolute URL that the address bar shows.
  package var url: String {
    get async throws { try await command("GET", "/url").string ?? "" }
  }

  /// The URL without scheme, host and port: path, query and fragment.
  package var location: String {
    get async throws {
      let url = try await url
      let afterScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
      return String(afterScheme.drop { $0 != "/" })
    }
  }

  /// The location without query and fragment.
  package var path: String {
    get async throws { String(try await location.prefix { $0 != "?" && $0 != "#" }) }
  }

  package var title: String {
    get async throws { try await command("GET", "/title").string ?? "" }
  }

  /// The source of the page as it is now.
  package var source: String {
    get async throws { try await command("GET", "/source").string ?? "" }
  }

  /// The heading (`h1`) of the top layer.
  package var heading: String {
    get async throws { try await text(of: element(xpath: "//h1[\(XPath.operable)]")) }
  }

  /// What is seen of the whole page.
  package var text: String {
    get async throws {
      // What is said to who does not see it is not seen.
      try await evaluate(
        """
        (() => {
          const announcers = document.querySelectorAll(".announcer")
          announcers.forEach((announcer) => (announcer.hidden = true))
          const text = document.body.innerText
          announcers.forEach((announcer) => (announcer.hidden = false))
          return text
        })()
        """
      ).string ?? ""
    }
  }

  /// The tab that commands go to.
  package var tab: String {
    get async throws { try await command("GET", "/window").string ?? "" }
  }

  /// Opens an empty tab, goes there, and returns its name for `switchTo(tab:)`.
  @discardableResult
  package func newTab() async throws -> String {
    let tab = try await command("POST", "/window/new", ["type": "tab"])["handle"].string ?? ""
    try await switchTo(tab: tab)
    return tab
  }

  package func switchTo(tab: String) async throws {
    try await command("POST", "/window", ["handle": .string(tab)])
    try await emulate()
  }

  /// Opens what a control leads to in a new tab, as a click with Control held down does, goes there,
  /// and returns the tab's name.
  @discardableResult
  package func clickIntoNewTab(_ name: String, row: String? = nil) async throws -> String {
    try await goToNewTab { try await controlClick(control(name, row: row)) }
  }

  /// Opens the page in another tab that has the session of this one and a copy of what it keeps for itself, as a
  /// duplicated tab has; goes there, and returns its name.
  @discardableResult
  package func duplicateTab() async throws -> String {
    let url = try await url
    guard options.engine == .chromium else {
      let tab = try await newTab()
      try await open(url)
      return tab
    }
    return try await goToNewTab {
      try await evaluate("void window.open(location.href)")
    }
  }

  private func goToNewTab(_ open: () async throws -> Void) async throws -> String {
    let before = try await tabs
    try await open()
    try await waitFor("another tab") { try await tabs.count > before.count }
    guard let tab = try await tabs.first(where: { !before.contains($0) }) else {
      throw WebDriverError(code: "no tab", message: "of \(before.count)")
    }
    try await switchTo(tab: tab)
    try await waitFor("its page") {
      guard try await url.hasPrefix("http") else { return false }
      return try await evaluate("document.readyState").string == "complete"
    }
    return tab
  }

  private var tabs: [String] {
    get async throws { try await command("GET", "/window/handles").array.compactMap(\.string) }
  }

  /// The names and values of the page's cookies.
  package var cookies: [String: String] {
    get async throws {
      let cookies = try await command("GET", "/cookie").array
      return Dictionary(cookies.map { ($0["name"].string ?? "", $0["value"].string ?? "") }) { $1 }
    }
  }

  /// Asks until a condition is so, and fails after a time with what it was waiting for.
  package func waitFor(
    _ what: String, within limit: Duration = .seconds(300),
    _ condition: @Sendable () async throws -> Bool
  ) async throws {
    let begin = ContinuousClock.now
    let end = begin + limit
    var last: (any Error)?
    repeat {
      do {
        if try await condition() { return }
        last = nil
      } catch let error as WebDriverError {
        // A page that changes while it is asked loses its elements.
        last = error
      }
      // To ask takes time of the browser, which others may need to get on.
      let passed = ContinuousClock.now - begin
      try await Task.sleep(for: min(max(passed / 4, .milliseconds(15)), .milliseconds(250)))
    } while ContinuousClock.now < end
    throw WebDriverError(
      code: "not within \(limit)",
      message: "\(what), at \(try await url)" + (last.map { " (\($0))" } ?? ""))
  }

  /// Saves a picture as `Tests/output/NAME.png`.
  ///
  /// It shows the whole page, also what one has to scroll to; or what the window shows, which looks
  /// right also where something stands at a place of the window and the page is scrolled.
  @discardableResult
  package func screenshot(_ name: String, ofWindow: Bool = false) async throws -> URL {
    var parameters: [String: JSON] = ["format": "png"]
    if !ofWindow {
      let size = try await devTools("Page.getLayoutMetrics")["cssContentSize"]
      let height = max(size["height"].number ?? 0, Double(options.height))
      parameters["captureBeyondViewport"] = true
      parameters["clip"] = [
        "x": 0, "y": 0, "width": .number(Double(options.width)), "height": .number(height),
        "scale": 1,
      ]
    }
    let picture = try await devTools("Page.captureScreenshot", .object(parameters))
    guard let data = picture["data"].string.flatMap({ Data(base64Encoded: $0) }) else {
      throw WebDriverError(code: "no picture", message: "\(picture)")
    }
    let tests = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appendingPathComponent("output/\(name).png")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file
  }
}
