package import CairnTesting

extension FlowSite {
  /// Lets several users, each in a scene of their own, click a button at the same time, after each has clicked
  /// another one.
  /// - Parameters:
  ///   - button: What all click at once.
  ///   - clicks: How often each of them clicks it.
  ///   - users: How many there are.
  ///   - location: The page of all.
  ///   - preparation: What each of them clicks before that, one after the other.
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

/// A browser that one task at a time uses.
private struct Handed: @unchecked Sendable {
  let value: Browser
}
