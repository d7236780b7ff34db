import CairnServer
import CairnTesting
import Testing
import Ways

/// Forms that a guard rejects because it has closed since their page was made.
@Suite(.restarting, .timeLimit(.minutes(30)), .withoutScript(.closedForm))
struct HeldFormFlowTests {
  /// Signs in, and opens a page.
  private func browser(
    of site: LedgerSite, at path: String, as name: String = "ann"
  ) async throws -> Browser {
    let browser = try await site.flow.browser(at: path)
    try await signIn(browser, as: name)
    return browser
  }

  private func signIn(_ browser: Browser, as name: String = "ann") async throws {
    try browser.fill("Name", with: name)
    try await browser.click("Sign in")
  }

  @Test(arguments: ["/scene", "/reversed", "/view", "/overlay", "/screens/book/page?id=3"])
  func `A rejected form continues once after signing in`(path: String) async throws {
    let site = try LedgerSite()
    let browser = try await browser(of: site, at: path)
    try browser.fill("Comment", with: "Hello")
    site.books.isLocked = true
    try await browser.click("Send")
    #expect(browser.heading == "Sign in")
    #expect(browser.notice?.contains("continues as soon as you have access") == true)
    #expect(site.books.written == [])

    // A failed attempt doesn't change that.
    try browser.fill("Name", with: "")
    try await browser.click("Sign in")
    #expect(browser.heading == "Sign in")
    #expect(site.books.written == [])

    try await signIn(browser)
    #expect(site.books.written == ["Hello"])
    #expect(browser.heading != "Sign in")
    #expect(browser.notice == "Your earlier request has now been processed.")
    #expect(try browser.field("Comment").value == "")

    site.books.isLocked = true
    try await browser.reload()
    try await signIn(browser)
    #expect(site.books.written == ["Hello"])
  }

  @Test(arguments: ["/scene/entries/7", "/view/entries/7", "/overlay/entries/7"])
  func `A rejected form of a sheet continues after signing in`(path: String) async throws {
    let site = try LedgerSite()
    let browser = try await browser(of: site, at: path)
    #expect(browser.heading == "Entry 7")
    try browser.fill("Text", with: "Rent, paid")
    site.books.isLocked = true
    try await browser.click("Save")
    #expect(browser.heading == "Sign in")
    try await signIn(browser)
    #expect(site.books.written == ["Rent, paid"])
    #expect(browser.heading == "Ledger")
  }

  @Test(arguments: ["/scene/entries/7", "/view/entries/7", "/overlay/entries/7"])
  func `A rejected form of a page without a scene continues, too`(path: String) async throws {
    let site = try LedgerSite()
    let other = try await browser(of: site, at: "/scene").newTab()
    try await other.open(path)
    try other.fill("Text", with: "Rent, paid")
    site.books.isLocked = true
    try await other.click("Save")
    #expect(other.heading == "Sign in")
    #expect(site.books.written == [])
    try await signIn(other)
    #expect(site.books.written == ["Rent, paid"])
    #expect(other.heading == "Ledger")
  }

  @Test func `A rejected button without fields continues, too`() async throws {
    let site = try LedgerSite()
    let browser = try await browser(of: site, at: "/scene")
    site.books.isLocked = true
    try await browser.click("Clear")
    #expect(browser.heading == "Sign in")
    try await signIn(browser)
    #expect(site.books.written == ["cleared"])
  }

  @Test func `A second click on Sign in doesn't repeat the rejected form`() async throws {
    let site = try LedgerSite()
    let browser = try await browser(of: site, at: "/scene")
    site.books.isLocked = true
    try await browser.click("Clear")
    let rejected = try #require(browser.submission?.request)
    try await signIn(browser)
    let signIn = try #require(browser.submission?.request)
    for request in [rejected, signIn, rejected] {
      _ = try await site.flow.transport.send(request)
    }
    try await browser.reload()
    #expect(site.books.written == ["cleared"])
  }

  @Test func `A rejected form never continues for another user`() async throws {
    let site = try LedgerSite()
    let browser = try await browser(of: site, at: "/scene")
    try browser.fill("Comment", with: "Hello from Ann")
    site.books.isLocked = true
    try await browser.click("Send")
    try await signIn(browser, as: "bob")
    #expect(browser.heading == "Ledger")
    #expect(site.books.written == [])
    #expect(!browser.html.contains("Hello from Ann"))
    // Not even if Ann signs in again.
    site.books.isLocked = true
    try await browser.reload()
    try await signIn(browser)
    #expect(site.books.written == [])
  }

  @Test func `A rejected form doesn't continue after its time`() async throws {
    let clock = IdleClock()
    let site = try LedgerSite(clock: clock)
    let browser = try await browser(of: site, at: "/scene")
    try browser.fill("Comment", with: "Hello")
    site.books.isLocked = true
    try await browser.click("Send")
    clock.advance(by: .seconds(601))
    try await signIn(browser)
    #expect(site.books.written == [])
    #expect(try browser.field("Comment").value == "Hello")
    try await browser.click("Send")
    #expect(site.books.written == ["Hello"])
  }

  @Test func `If the guard opens elsewhere, the user decides`() async throws {
    let site = try LedgerSite()
    let browser = try await browser(of: site, at: "/scene")
    try browser.fill("Comment", with: "Hello")
    site.books.isLocked = true
    try await browser.click("Send")
    site.books.isLocked = false
    try await browser.reload()
    #expect(try browser.field("Comment").value == "Hello")
    try browser.fill("Comment", with: "Hello, all")
    try await browser.click("Send")
    #expect(site.books.written == ["Hello, all"])
    site.books.isLocked = true
    try await browser.reload()
    try await signIn(browser)
    #expect(site.books.written == ["Hello, all"])
  }

  @Test func `An overlay leaves the form below as it is`() async throws {
    let site = try LedgerSite()
    let browser = try await browser(of: site, at: "/overlay")
    try browser.fill("Comment", with: "Hello")
    try await browser.submit()
    site.books.isLocked = true
    try await browser.reload()
    #expect(browser.layers.map(\.title) == ["Ledger", "Sign in"])
    try await signIn(browser)
    #expect(browser.layers.map(\.title) == ["Ledger"])
    #expect(try browser.field("Comment").value == "Hello")
  }
}
