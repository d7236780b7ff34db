import CairnServer
import CairnTesting
import Testing
import Ways

/// Forms that a guard rejects because it has closed since their page was made.
@Suite(.restarting, .timeLimit(.minutes(30)), .withoutScript(.closedForm))
struct RejectedFormTests {
  private static let paths = [
    "/scene", "/reversed", "/view", "/overlay", "/screens/book/page?id=3",
  ]

  /// Submits text that a guard rejects.
  private func rejected(_ site: LedgerSite, at path: String) async throws -> Browser {
    let browser = try await site.browser(at: path)
    try browser.fill("Comment", with: "Hello from Ann")
    site.books.isLocked = true
    try await browser.click("Send")
    #expect(browser.heading == "Sign in")
    #expect(browser.notice?.contains("We kept what you typed") == true)
    return browser
  }

  @Test(arguments: paths)
  func `A rejected form never continues, and its text is in its fields again`(path: String)
    async throws
  {
    let site = try LedgerSite()
    let browser = try await rejected(site, at: path)
    try await browser.signIn()
    #expect(browser.heading != "Sign in")
    #expect(try browser.field("Comment").value == "Hello from Ann")
    #expect(site.books.written == [])
    try await browser.click("Send")
    #expect(site.books.written == ["Hello from Ann"])
    #expect(try browser.field("Comment").value == "")
  }

  @Test(arguments: paths)
  func `Another user doesn't see the text of a rejected form`(path: String) async throws {
    let site = try LedgerSite()
    let browser = try await rejected(site, at: path)
    try await browser.signIn(as: "bob")
    #expect(browser.heading != "Sign in")
    #expect(try browser.field("Comment").value == "")
    #expect(!browser.html.contains("Hello from Ann"))
    #expect(browser.notice == nil)
    #expect(site.books.written == [])
  }

  @Test func `Another user who signs in in another tab doesn't see it either`() async throws {
    let site = try LedgerSite()
    let browser = try await rejected(site, at: "/scene")
    let other = browser.newTab()
    try await other.open("/scene")
    try await other.signIn(as: "bob")
    #expect(other.heading == "Ledger")
    try await browser.reload()
    #expect(browser.heading == "Ledger")
    #expect(!browser.html.contains("Hello from Ann"))
    try await browser.click("Clear")
    #expect(!browser.html.contains("Hello from Ann"))
  }
}
