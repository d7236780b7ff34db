import CairnServer
import CairnTesting
import Testing
import Ways

/// Guards of single routes.
@Suite(.restarting, .timeLimit(.minutes(30))) struct RouteGuardTests {
  @Test(.everyWay) func `A page below a guarded route is public`() async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: "/route")
    #expect(user.heading == "Public")
    #expect(user.text.contains("Anyone can read this."))
  }

  @Test(.everyWay) func `An action that presents a guarded route shows the form to sign in`()
    async throws
  {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: "/route")
    try await user.click("Open")
    #expect(user.heading == "Sign in")
    #expect(user.path.hasPrefix("/route/entries/7"))
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.heading == "Entry 7")
    try await user.click("Save")
    #expect(user.heading == "Public")
    #expect(site.books.written == ["Rent"])
    #expect(site.books.reads == 0)
  }

  @Test(.everyWay) func `A route can have a guard and a view of its own`() async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: "/route/entries/7")
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    try await user.open("/route/entries/7/help")
    #expect(user.heading == "Closed")
    #expect(user.text.contains("Not for Ann"))
    try await user.open("/route/entries/7")
    #expect(user.heading == "Entry 7")
  }

  @Test(.everyWay) func `The longest route decides which guard applies`() async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: "/route/entries/7/help")
    #expect(user.heading == "Entry 7")
    #expect(!user.text.contains("Sign in"))
  }

  @Test(.everyWay) func `A form behind a guard that has closed isn't processed`() async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: "/route/entries/7")
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.heading == "Entry 7")
    site.books.isLocked = true
    try await user.click("Save")
    #expect(user.heading == "Sign in")
    #expect(site.books.written == [])
    try await user.click("Sign in")
    #expect(user.heading == "Entry 7")
    try await user.click("Save")
    #expect(site.books.written == ["Rent"])
  }

  @Test(.everyWay) func `An action that pushes a guarded element shows the form to sign in`()
    async throws
  {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: "/stack")
    #expect(user.heading == "Public")
    try await user.click("Open")
    #expect(user.heading == "Sign in")
    #expect(!user.text.contains("Rent"))
    #expect(user.path.hasPrefix("/stack/entries/7"))
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.heading == "Entry 7")
    #expect(user.text.contains("Rent"))
    try await user.click("Save")
    #expect(user.heading == "Public")
    #expect(site.books.written == ["Rent"])
    #expect(site.books.reads == 0)
  }

  @Test(.everyWay) func `An element behind a guard that has closed can't be used`() async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: "/stack/entries/7")
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
    #expect(user.heading == "Entry 7")
    site.books.isLocked = true
    try await user.click("Save")
    #expect(user.heading == "Sign in")
    #expect(!user.text.contains("Rent"))
    #expect(site.books.written == [])
    try await user.open("/stack")
    #expect(user.heading == "Public")
  }

  @Test(.withoutScript(.requests)) func `Search engines don't index what a guarded route shows`()
    async throws
  {
    let site = try LedgerSite()
    let browser = try await site.flow.browser(at: "/route/entries/7")
    #expect(browser.header("X-Robots-Tag") == "noindex")
    try await browser.open("/route")
    #expect(browser.header("X-Robots-Tag") == nil)
  }
}
