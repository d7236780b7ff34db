/// A Chromium in which something is measured.
package struct MeasuredBrowser: Sendable {
  private let chromium: Chromium

  /// Does something in a fresh browser without windows.
  /// - Parameter blocking: What is not fetched, such as a script: patterns of URLs, with stars.
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

  /// Opens a URL and waits until it is loaded.
  package func open(_ url: String) async throws {
    try await chromium.open(url)
  }

  /// Clicks at a point of the window with a real pointer, and waits for nothing.
  package func click(at point: (x: Int, y: Int)) async throws {
    try await chromium.click(at: point)
  }

  /// Presses a key where the focus is, and waits for nothing.
  package func press(_ key: String) async throws {
    try await chromium.press(key)
  }

  /// What an expression of JavaScript is, or what it promises; nil where it is no number.
  package func number(_ expression: String) async throws -> Double? {
    try await chromium.evaluate(expression).number
  }

  /// Waits until an expression of JavaScript is a number, on whichever page that is.
  /// - Throws: `WebDriverError` where it is none within two minutes.
  package func waitForNumber(_ expression: String) async throws -> Double {
    let end = ContinuousClock.now + .seconds(120)
    var last: (any Error)?
    repeat {
      do {
        if let number = try await chromium.evaluate(expression).number { return number }
      } catch {
        // While one page follows another there is none to be asked.
        last = error
      }
      try await Task.sleep(for: .milliseconds(5))
    } while ContinuousClock.now < end
    throw WebDriverError(
      code: "no number", message: "\(expression)" + (last.map { " (\($0))" } ?? ""))
  }
}
