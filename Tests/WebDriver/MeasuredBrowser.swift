/// A Chromium browser for measurements.
package struct MeasuredBrowser: Sendable {
  private let chromium: Chromium

  /// Runs a closure in a new headless browser.
  ///
  /// - Parameter blocking: URL patterns with wildcards that the browser doesn't load, such as a
  ///   script's.
  package static func run(
    blocking patterns: [String] = [], _ body: @Sendable (MeasuredBrowser) async throws -> Void
  ) async throws {
    try await Chromium.run(Chromium.Options(hasWindows: false)) { chromium in
      try await chromium.devTools("Network.enable")
      try await chromium.devTools(
        "Network.setBlockedURLs", ["urls": .array(patterns.map(JSON.string))])
      try await body(MeasuredBrowser(chromium: chromium))
    }
  }

  /// Opens a URL and waits until it's loaded.
  package func open(_ url: String) async throws {
    try await chromium.open(url)
  }

  /// Clicks at a point of the window with a real pointer, without waiting for the effect.
  package func click(at point: (x: Int, y: Int)) async throws {
    try await chromium.click(at: point)
  }

  /// Presses a key at the focus, without waiting for the effect.
  package func press(_ key: String) async throws {
    try await chromium.press(key)
  }

  /// The value of a JavaScript expression or its promise, or `nil` if it isn't a number.
  package func number(_ expression: String) async throws -> Double? {
    try await chromium.evaluate(expression).number
  }

  /// Waits until a JavaScript expression is a number, on any page.
  ///
  /// - Throws: `WebDriverError` if it isn't a number within two minutes.
  package func waitForNumber(_ expression: String) async throws -> Double {
    let end = ContinuousClock.now + .seconds(120)
    var last: (any Error)?
    repeat {
      do {
        if let number = try await chromium.evaluate(expression).number { return number }
      } catch {
        // During a page change, there's no page to evaluate the expression.
        last = error
      }
      try await Task.sleep(for: .milliseconds(5))
    } while ContinuousClock.now < end
    throw WebDriverError(
      code: "no number", message: "\(expression)" + (last.map { " (\($0))" } ?? ""))
  }
}
