package import CairnTesting

extension FlowSite {
  /// Lets several users, each in a separate scene, click a button at the same time, after each has
  /// clicked another one.
  /// - Parameters:
  ///   - button: The button that all users click at the same time.
  ///   - clicks: The number of clicks per user.
  ///   - users: The number of users.
  ///   - location: The page for all users.
  ///   - preparation: The button that each user clicks first, one user after another.
  /// - Returns: The users.
  package func crowd(
    clicks button: String, times clicks: Int, users: Int, at location: String = "/",
    after preparation: String
  ) async throws -> [Browser] {
    var browsers: [Browser] = []
    for _ in 0..<users {
      let browser = try await browser(at: location)
      try await browser.click(preparation)
      browsers.append(browser)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for browser in browsers.map(Handed.init) {
        group.addTask { for _ in 0..<clicks { try await browser.value.click(button) } }
      }
      try await group.waitForAll()
    }
    return browsers
  }
}

/// A browser that only one task uses at a time.
private struct Handed: @unchecked Sendable {
  let value: Browser
}
