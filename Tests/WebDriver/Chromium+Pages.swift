package import Foundation

extension Chromium {
  /// Opens an absolute URL and waits until it's loaded.
  package func open(_ url: String) async throws {
    try await command("POST", "/url", ["url": .string(url)])
  }

  /// Goes back. Pass `false` for `leavesPage` if only the fragment or the script's state changes.
  package func back(leavesPage: Bool = true) async throws {
    try await perform(leavesPage: leavesPage) { try await command("POST", "/back") }
  }

  /// Goes forward. See `back(leavesPage:)`.
  package func forward(leavesPage: Bool = true) async throws {
    try await perform(leavesPage: leavesPage) { try await command("POST", "/forward") }
  }

  package func reload() async throws {
    try await perform(leavesPage: true) { try await command("POST", "/refresh") }
  }

  private static let work = "data-work"

  /// Performs an action and waits until the resulting page is loaded, or until the script has updated
  /// the current page.
  ///
  /// The driver itself only waits for a navigation that it notices before the next command. On a busy
  /// machine, it doesn't notice in time.
  package func perform(leavesPage: Bool, _ action: () async throws -> Void) async throws {
    guard leavesPage else { return try await action() }
    let root = try await element(xpath: "/html")
    let before = try await attribute(Self.work, of: root)
    try await action()
    try await waitFor("another page") {
      do {
        // The page's script reports the amount of finished work and whether it's busy.
        guard let now = try await attribute(Self.work, of: root) else { return false }
        return now != before && !now.hasSuffix("+")
      } catch let error as WebDriverError
        where ["stale element reference", "no such element"].contains(error.code)
      {
        return true
      }
    }
    // A page may be there before its styles and its complete text.
    try await waitFor("the page to load") {
      try await evaluate("document.readyState").string == "complete"
    }
  }

  /// Waits until the page's script is idle.
  package func settle() async throws {
    try await waitFor("the script") {
      let now = try await attribute(Self.work, of: element(xpath: "/html"))
      return now.map { !$0.hasSuffix("+") } ?? true
    }
  }

  /// The absolute URL in the address bar.
  package var url: String {
    get async throws { try await command("GET", "/url").string ?? "" }
  }

  /// The URL's path, query, and fragment.
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

  /// The current source of the page.
  package var source: String {
    get async throws { try await command("GET", "/source").string ?? "" }
  }

  /// The heading (`h1`) of the top layer.
  package var heading: String {
    get async throws { try await text(of: element(xpath: "//h1[\(XPath.operable)]")) }
  }

  /// The visible text of the whole page.
  package var text: String {
    get async throws {
      // Announcements for screen readers aren't visible.
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

  /// The tab that receives commands.
  package var tab: String {
    get async throws { try await command("GET", "/window").string ?? "" }
  }

  /// Opens an empty tab, switches to it, and returns its name for `switchTo(tab:)`.
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

  /// Opens the target of a control in a new tab, as a click with Control pressed does. Switches to the
  /// tab and returns its name.
  @discardableResult
  package func clickIntoNewTab(_ name: String, row: String? = nil) async throws -> String {
    try await goToNewTab { try await controlClick(control(name, row: row)) }
  }

  /// Duplicates the tab with its session and a copy of its session storage. Switches to the new tab and
  /// returns its name.
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

  /// Waits until a condition is true. Fails after the limit with a description of the condition.
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
        // A page that changes during the check loses its elements.
        last = error
      }
      // Each check takes some of the browser's time, so the pauses between checks grow.
      let passed = ContinuousClock.now - begin
      try await Task.sleep(for: min(max(passed / 4, .milliseconds(15)), .milliseconds(250)))
    } while ContinuousClock.now < end
    throw WebDriverError(
      code: "not within \(limit)",
      message: "\(what), at \(try await url)" + (last.map { " (\($0))" } ?? ""))
  }

  /// Saves a screenshot as `Tests/output/NAME.png`.
  ///
  /// It shows either the whole page, including parts that require scrolling, or only the window. Use
  /// the window if elements have a fixed position and the page is scrolled.
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
