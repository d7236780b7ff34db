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
    #expect(browser.notice?.contains("continues after you sign in") == true)
    return browser
  }

  @Test(arguments: paths)
  func `A rejected form continues with its text after signing in`(path: String) async throws {
    let site = try LedgerSite()
    let browser = try await rejected(site, at: path)
    // A failed attempt doesn't change that.
    try browser.fill("Name", with: "")
    try await browser.click("Sign in")
    #expect(browser.heading == "Sign in")
    #expect(browser.notice?.contains("continues after you sign in") == true)
    #expect(site.books.written == [])
    try await browser.signIn()
    #expect(browser.heading != "Sign in")
    #expect(site.books.written == ["Hello from Ann"])
    #expect(try browser.field("Comment").value == "")
    #expect(browser.notice == "Your earlier request has now been processed.")
  }

  @Test func `If the guard opens for another reason, the text is in its field again`() async throws
  {
    let site = try LedgerSite()
    let browser = try await rejected(site, at: "/scene")
    site.books.isLocked = false
    try await browser.reload()
    #expect(site.books.written == [])
    #expect(try browser.field("Comment").value == "Hello from Ann")
    #expect(browser.notice?.contains("Your earlier request wasn't processed") == true)
    try browser.fill("Comment", with: "Hello, all")
    try await browser.click("Send")
    #expect(site.books.written == ["Hello, all"])
    site.books.isLocked = true
    try await browser.reload()
    try await browser.signIn()
    #expect(site.books.written == ["Hello, all"])
  }

  @Test func `A form from before a guard opened keeps the sheet of a link`() async throws {
    let site = try LedgerSite()
    let browser = try await site.browser(at: "/scene")
    site.books.isLocked = true
    let tab = browser.newTab()
    try await tab.open("/scene/entries/7")
    try await tab.click("Sign in")
    #expect(tab.heading == "Sign in")
    // Another request shows the page as soon as the guard has opened, like an effect that signs in.
    site.books.isLocked = false
    let other = tab.newTab()
    try await other.open(tab.location)
    #expect(other.heading == "Entry 7")
    try await tab.click("Sign in")
    #expect(tab.heading == "Entry 7")
    #expect(tab.path == "/scene/entries/7")
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
