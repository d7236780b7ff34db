extension Browser {
  /// Reloads the current page and discards what the user has typed.
  ///
  /// If the page is the response to a POST, the form is posted again.
  public nonisolated(nonsending) func reload() async throws {
    let current = try entry(at: 0)
    if let entry = try await load(current.navigation, isReload: true) {
      history.replace(with: entry)
    }
  }

  /// Goes back one page.
  public nonisolated(nonsending) func back(_ visit: HistoryVisit = .stored) async throws {
    try await visitEntry(at: -1, visit)
  }

  /// Goes forward one page.
  public nonisolated(nonsending) func forward(_ visit: HistoryVisit = .stored) async throws {
    try await visitEntry(at: 1, visit)
  }

  /// The paths and queries of the pages in the history, oldest first.
  public var historyLocations: [String] { history.entries.map(\.address.target) }

  /// Opens a second tab with the same history, like “Duplicate tab” in a browser.
  ///
  /// The new tab requests the current page again with the same headers. It doesn't contain what the user has typed
  /// in this tab.
  public nonisolated(nonsending) func duplicateTab() async throws -> Browser {
    let tab = Browser(transport, jar: jar, history: history)
    try await tab.reload()
    return tab
  }

  private nonisolated(nonsending) func visitEntry(
    at offset: Int, _ visit: HistoryVisit
  ) async throws {
    let target = try entry(at: offset)
    guard visit == .requesting || !target.page.isStorable else {
      exchanges = []
      return history.move(by: offset)
    }
    let entry = try await load(target.navigation, isReload: false)
    history.move(by: offset)
    if let entry { history.replace(with: entry) }
  }

  func entry(at offset: Int) throws(BrowserError) -> BrowserHistory.Entry {
    if let entry = history.entry(at: offset) { return entry }
    throw BrowserError(
      .noPage,
      offset == 0
        ? "no page is open"
        : "no page to go \(offset < 0 ? "back" : "forward") to; the history contains: "
          + BrowserError.list(historyLocations))
  }
}
