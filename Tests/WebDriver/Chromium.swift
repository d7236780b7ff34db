import CairnTesting
import Foundation

/// A Chromium browser or a Firefox tab, driven through WebDriver (W3C) from outside of its pages.
///
/// Clicks and keys are real input. Names are looked up in elements that aren't `inert`, even if the
/// pages' scripts are disabled.
package struct Chromium: Sendable {
  package enum Engine: Sendable {
    case chromium, firefox
  }

  package struct Options: Sendable {
    /// The browser. Firefox doesn't support the other options.
    package var engine = Engine.chromium
    /// Whether to use the full browser instead of its headless shell, if that's installed. The shell
    /// halves the time of tests with many pages, but has no page cache.
    package var hasWindows = true
    /// Whether scripts of pages run.
    package var javaScript = true
    package var width = 1280
    package var height = 900
    /// Whether the system prefers dark colors.
    package var isDark = false
    /// Whether the system prefers reduced motion, so that screenshots show the end of animations.
    package var reducedMotion = true
    /// Whether the screen is a touch screen.
    package var isTouch = false
    /// The medium of the pages: `screen` or `print`.
    package var medium = "screen"
    /// The number of screenshot pixels per CSS pixel.
    package var scale = 1

    /// A browser for flows, which read pages in many tabs.
    package static let flows = Self(hasWindows: false)
  }

  /// The receiver of commands.
  private enum Remote: Sendable {
    case chromedriver(SocketTransport, session: String)
    case marionette(Marionette)
  }

  package let options: Options
  private let remote: Remote

  /// Runs a test in a browser with a clean profile.
  ///
  /// The browser may be one from an earlier test, because starting one takes two seconds of processor
  /// time. After a failed test, the browser isn't used again.
  ///
  /// - Parameter opensTab: Whether to open an initial tab. Otherwise, the test must open one first.
  package static func run<Value: Sendable>(
    _ options: Options = Options(), opensTab: Bool = true,
    _ body: @Sendable (Chromium) async throws -> Value
  ) async throws -> Value {
    if options.engine == .firefox { return try await runFirefox(options, body) }
    let driver = ChromeDriver.shared
    let transport = try await driver.transport()
    await driver.slots.take()
    let result: Result<Value, any Error>
    do {
      let idle = await driver.takeIdle(like: options)
      let chromium =
        if let idle { Chromium(options: options, remote: idle.remote) } else {
          try await Chromium(options, transport)
        }
      do {
        if opensTab { try await chromium.newTab() }
        let value = try await body(chromium)
        try await chromium.forget()
        await driver.keep(chromium)
        result = .success(value)
      } catch {
        _ = try? await chromium.command("DELETE", "")
        result = .failure(error)
      }
    } catch {
      result = .failure(error)
    }
    await driver.slots.give()
    return try result.get()
  }

  /// Runs a test in a tab of the shared Firefox, and closes all tabs that the test opened.
  private static func runFirefox<Value: Sendable>(
    _ options: Options, _ body: @Sendable (Chromium) async throws -> Value
  ) async throws -> Value {
    let firefox = Chromium(
      options: options, remote: .marionette(try await Firefox.shared.marionette()))
    await Firefox.shared.slots.take()
    let result: Result<Value, any Error>
    do {
      try await firefox.newTab()
      result = .success(try await body(firefox))
    } catch {
      result = .failure(error)
    }
    _ = try? await firefox.closeTabs()
    await Firefox.shared.slots.give()
    return try result.get()
  }

  private init(options: Options, remote: Remote) {
    self.options = options
    self.remote = remote
  }

  private init(_ options: Options, _ transport: SocketTransport) async throws {
    var preferences: [String: JSON] = [:]
    // 2 means blocked, as in the user's settings.
    if !options.javaScript {
      preferences["profile.managed_default_content_settings.javascript"] = 2
    }
    let arguments: [String] = [
      "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
      "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--lang=en",
      "--window-size=\(max(options.width, 500)),\(options.height)",
    ]
    let value = try await Self.command(
      transport, "POST", "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": "chrome",
            "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": [
              "binary": .string(try ChromeDriver.chromium(hasWindows: options.hasWindows)),
              "args": .array(arguments.map(JSON.string)),
              "prefs": .object(preferences),
            ],
          ]
        ]
      ])
    guard let session = value["sessionId"].string else {
      throw WebDriverError(code: "no session", message: "\(value)")
    }
    self.init(options: options, remote: .chromedriver(transport, session: session))
  }

  /// Closes the tabs of a test and resets the browser's data.
  private func forget() async throws {
    try await closeTabs()
    try await devTools("Network.clearBrowserCookies")
    try await devTools("Network.clearBrowserCache")
    try await devTools(
      "Storage.clearDataForOrigin", ["origin": "*", "storageTypes": "all"])
    _ = try await complaints
  }

  /// Sends a command of the session. `path` is relative to the session's path.
  @discardableResult
  package func command(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    switch remote {
    case .chromedriver(let transport, let session):
      try await Self.command(transport, method, "/session/\(session)\(path)", body)
    case .marionette(let marionette): try await marionette.command(method, path, body)
    }
  }

  /// Sends a command of the DevTools protocol.
  @discardableResult
  package func devTools(_ command: String, _ parameters: JSON = [:]) async throws -> JSON {
    try await self.command(
      "POST", "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
  }

  /// Sets the size, screen type, color scheme, and motion of the current tab. Each tab has its own.
  package func emulate() async throws {
    guard options.engine == .chromium else { return }
    try await devTools(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(options.width)), "height": .number(Double(options.height)),
        "deviceScaleFactor": .number(Double(options.scale)), "mobile": .bool(options.isTouch),
      ])
    if options.isTouch {
      try await devTools(
        "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 5])
    }
    try await devTools(
      "Emulation.setEmulatedMedia",
      [
        "media": .string(options.medium),
        "features": [
          ["name": "prefers-color-scheme", "value": options.isDark ? "dark" : "light"],
          [
            "name": "prefers-reduced-motion",
            "value": options.reducedMotion ? "reduce" : "no-preference",
          ],
        ],
      ])
  }

  /// Sets the speed of animations in the current tab. At 0, animations stay at their start.
  package func setAnimationRate(_ rate: Double) async throws {
    try await devTools("Animation.enable")
    try await devTools("Animation.setPlaybackRate", ["playbackRate": .number(rate)])
  }

  private static func command(
    _ transport: SocketTransport, _ method: String, _ path: String, _ body: JSON?
  ) async throws -> JSON {
    let bytes = method == "POST" ? Array(try JSONEncoder().encode(body ?? [:])) : []
    let response = try await transport.send(
      BrowserRequest(
        method: method, target: path,
        headers: [("Content-Type", "application/json; charset=utf-8")], body: bytes))
    let value = try JSONDecoder().decode(JSON.self, from: Data(response.body))["value"]
    guard response.status == 200 else {
      // The message continues with the driver's own stack trace, which isn't helpful.
      let message = value["message"].string?.split(separator: "\n").first.map(String.init)
      throw WebDriverError(
        code: value["error"].string ?? "status \(response.status)", message: message ?? "")
    }
    return value
  }
}
