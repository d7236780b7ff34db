import CairnServer
import CairnTesting
import Testing
import Ways

/// Guards that are closed when a page is opened.
@Suite(.restarting, .timeLimit(.minutes(30))) struct GuardTests {
  /// A URL behind a guard, with the title of what it shows.
  struct Target: CustomTestStringConvertible, Sendable {
    let path: String
    let title: String

    var testDescription: String { path }
  }

  private static let targets = [
    Target(path: "/scene", title: "Ledger"),
    Target(path: "/scene/entries/7", title: "Entry 7"),
    Target(path: "/reversed/entries/7", title: "Entry 7"),
    Target(path: "/view/entries/7", title: "Entry 7"),
    Target(path: "/route/entries/7", title: "Entry 7"),
    Target(path: "/stack/entries/7", title: "Entry 7"),
    Target(path: "/stack/entries/7/note", title: "Note"),
    Target(path: "/screens/book/page?id=3", title: "Ledger"),
    Target(path: "/screens/book/page/note?id=3", title: "Note"),
  ]

  @Test(.everyWay, arguments: targets)
  func `After signing in, a user is at the URL that they have opened`(target: Target)
    async throws
  {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: target.path)
    #expect(user.heading == "Sign in")
    #expect(user.status == 200)
    #expect(!user.text.contains("42"))
    #expect(user.notice == nil)
    let path = user.path
    try await user.click("Sign in")
    #expect(user.heading == "Sign in")
    #expect(user.path == path)
    #expect(site.books.works == 0)

    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.heading == target.title)
    #expect(user.path == path)
    #expect(user.notice == nil)
    #expect(user.status == 200)
    try await user.reload()
    #expect(user.heading == target.title)
  }

  @Test(
    .everyWay,
    arguments: [
      "/scene/entries/7", "/reversed/entries/7", "/route/entries/7", "/stack/entries/7",
    ])
  func `A URL isn't opened for people who may not see it`(path: String) async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: path)
    try await user.click("Sign in")
    try await user.reload()
    #expect(user.heading == "Sign in")
    #expect(site.books.reads == 0)
  }

  @Test(.everyWay) func `An unknown URL shows the nearest page after signing in`() async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: "/scene/entries/8")
    #expect(user.heading == "Sign in")
    #expect(user.status == 200)
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.heading == "Ledger")
    #expect(user.notice?.contains("couldn't find") == true)
  }

  @Test(
    .everyWay,
    arguments: [
      "/scene//other.example", "/scene/%2F%2Fother.example",
      "/scene?after=https:%2F%2Fother.example",
      "/scene/entries/7?after=//other.example", "/screens/book?after=https:%2F%2Fother.example",
    ])
  func `Signing in never leads to another site`(path: String) async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: path)
    guard user.heading == "Sign in" else {
      // Part of the screens is public, and two slashes aren't a location.
      #expect(user.status == 404 || user.path.hasPrefix("/screens"))
      return
    }
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.heading != "Sign in")
    #expect(user.path.hasPrefix("/scene"))
  }

  @Test(.withoutScript(.requests)) func `Search engines don't index the page of a closed guard`()
    async throws
  {
    let site = try LedgerSite()
    let browser = try await site.flow.browser(at: "/scene")
    #expect(browser.header("X-Robots-Tag") == "noindex")
    try browser.fill("Name", with: "ann")
    try await browser.click("Sign in")
    #expect(browser.heading == "Ledger")
    #expect(browser.header("X-Robots-Tag") == nil)
  }

  @Test(.everyWay, arguments: ["/scene", "/view", "/screens/book/page?id=3"])
  func `A guard that closes hides the page from then on`(path: String) async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: path)
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.text.contains("42"))
    site.books.isLocked = true
    try await user.reload()
    #expect(user.heading == "Sign in")
    #expect(!user.text.contains("42"))
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.text.contains("42"))
  }

  @Test(.withoutScript(.pageOfBefore)) func `Another tab can't use what a guard hides`()
    async throws
  {
    let site = try LedgerSite()
    let browser = try await site.flow.browser(at: "/scene")
    try browser.fill("Name", with: "ann")
    try await browser.click("Sign in")
    let other = browser.newTab()
    try await other.open("/scene/entries/7")
    try other.fill("Text", with: "Rent, paid")
    site.books.isLocked = true
    try await other.click("Save")
    #expect(other.heading == "Sign in")
    #expect(!other.html.contains("balance"))
    #expect(site.books.written == [])
    try await browser.click("Clear")
    #expect(browser.heading == "Sign in")
    #expect(site.books.written == [])
  }

  @Test(.withoutScript(.pageOfBefore)) func `Back doesn't make a hidden page usable`()
    async throws
  {
    let site = try LedgerSite()
    let browser = try await site.flow.browser(at: "/scene")
    try browser.fill("Name", with: "ann")
    try await browser.click("Sign in")
    site.books.isLocked = true
    try await browser.open("/scene/entries/7")
    #expect(browser.heading == "Sign in")
    try await browser.back()
    try await browser.click("Clear")
    #expect(browser.heading == "Sign in")
    #expect(site.books.written == [])
  }
}
