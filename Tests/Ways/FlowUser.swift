package import CairnTesting
import Testing
package import WebDriver

/// A user of a site who sees and does the same for every ``Way``.
///
/// A user reads pages with ``CairnTesting/Browser``. In Chromium, it reads a copy of the page once the
/// page is idle, and the actions run there with real clicks and keys.
@dynamicMemberLookup
package final class FlowUser {
  package let site: FlowSite
  /// The browser that acts without a script, and that reads pages.
  package let browser: Browser
  /// The tab that acts with the script.
  package let tab: Tab?
  private let number: Int?

  package var hasScript: Bool { tab != nil }

  package init(_ site: FlowSite, _ browser: Browser, _ tab: Tab?) {
    self.site = site
    self.browser = browser
    self.tab = tab
    number = Visit.current?.addUser()
  }

  package subscript<Value>(dynamicMember path: KeyPath<Browser, Value>) -> Value {
    browser[keyPath: path]
  }

  package func field(_ label: String, in scope: BrowserScope? = nil) throws -> Field {
    try browser.field(label, in: scope)
  }

  /// Performs an action in the user's way, and reads the resulting page.
  func step(
    _ plainly: (Browser) async throws -> Void, live: (Tab) async throws -> PageCopy?
  ) async throws {
    if let tab {
      try await site.restartIfAsked()
      try await tab.choose()
      let page: PageCopy
      if let seen = try await live(tab) { page = seen } else { page = try await tab.look() }
      try show(page)
      if site.isJudged { try await JudgedPages.judge(page, in: tab) }
    } else {
      try await plainly(browser)
    }
    note()
  }

  package func show(_ page: PageCopy) throws {
    try browser.show(
      BrowserResponse(status: page.status, body: Array(page.html.utf8)), at: page.location)
  }

  private func note() {
    guard let number, let visit = Visit.current else { return }
    visit.note(
      LastSight(
        sight: browser.sight, path: browser.path, notice: browser.notice, sceneID: browser.sceneID),
      of: number)
  }
}
