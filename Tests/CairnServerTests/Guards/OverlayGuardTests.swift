import CairnServer
import CairnTesting
import Testing
import Ways

/// Guards that cover their content, including its sheets.
@Suite(.restarting, .timeLimit(.minutes(30)), .withoutScript(.pageOfBefore))
struct OverlayGuardTests {
  private static let covered = ["Ledger", "Entry 7", "Sign in"]

  /// Opens a page with a sheet.
  private func sheet(of site: LedgerSite) async throws -> Browser {
    let browser = try await site.browser(at: "/overlay")
    try await browser.click("Open")
    #expect(browser.layers.map(\.title) == ["Ledger", "Entry 7"])
    return browser
  }

  /// Expects that the sheet is still presented behind the guard.
  private func expectSheet(_ browser: Browser, of site: LedgerSite) async throws {
    #expect(site.books.written == [])
    #expect(browser.layers.map(\.title) == Self.covered)
    try await browser.signIn()
    #expect(browser.layers.map(\.title) == ["Ledger", "Entry 7"])
  }

  @Test func `An overlay leaves the form below as it is`() async throws {
    let site = try LedgerSite()
    let browser = try await site.browser(at: "/overlay")
    try browser.fill("Comment", with: "Hello")
    try await browser.submit()
    site.books.isLocked = true
    try await browser.reload()
    #expect(browser.layers.map(\.title) == ["Ledger", "Sign in"])
    try await browser.signIn()
    #expect(browser.layers.map(\.title) == ["Ledger"])
    #expect(try browser.field("Comment").value == "Hello")
  }

  @Test(arguments: [true, false])
  func `A form of a page below doesn't dismiss a sheet behind the guard`(hasText: Bool)
    async throws
  {
    let site = try LedgerSite()
    let browser = try await sheet(of: site)
    site.books.isLocked = true
    try await browser.back()
    #expect(browser.layers.map(\.title) == ["Ledger"])
    if hasText { try browser.fill("Comment", with: "Hello") }
    try await browser.click("Clear")
    try await expectSheet(browser, of: site)
  }

  @Test func `A rejected form of a sheet continues after signing in`() async throws {
    let site = try LedgerSite()
    let browser = try await sheet(of: site)
    try browser.fill("Text", with: "Rent, paid")
    site.books.isLocked = true
    try await browser.click("Save")
    #expect(site.books.written == [])
    #expect(browser.layers.map(\.title) == Self.covered)
    try await browser.signIn()
    #expect(site.books.written == ["Rent, paid"])
    #expect(browser.layers.map(\.title) == ["Ledger"])
  }

  @Test(arguments: ["", "&~n=7"])
  func `Going back from the guard's form doesn't dismiss a sheet behind it`(fields: String)
    async throws
  {
    let site = try LedgerSite()
    let browser = try await sheet(of: site)
    site.books.isLocked = true
    try await browser.reload()
    // A failed attempt to sign in, whose request is changed.
    try browser.fill("Name", with: "")
    try await browser.click("Sign in")
    #expect(browser.layers.map(\.title) == Self.covered)
    var request = try #require(browser.exchanges.first?.request)
    #expect(request.method == "POST")
    let token = try #require(
      browser.topLayer?.node.first("input", where: ["name": "~token"])?["value"])
    let root = try #require(browser.html.firstMatch(of: /,screen\.([0-9a-f]{16})/)?.1)
    request.body = Array("~token=\(token)&~back=\(root)\(fields)".utf8)
    _ = try await browser.send(request)
    try await browser.reload()
    try await expectSheet(browser, of: site)
  }
}
