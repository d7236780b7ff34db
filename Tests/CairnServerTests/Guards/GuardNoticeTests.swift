import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Actions that the guards of views, routes, and stacks have rejected, in both languages of the framework.
@Suite(.restarting, .timeLimit(.minutes(30))) struct GuardNoticeTests {
  /// A language with the beginning of the paths of its applications.
  struct Pages: CustomTestStringConvertible, Sendable {
    let prefix: String
    let language: Language

    var waits: String { SystemText.submissionWaits.string(in: language) }
    var continued: String { SystemText.submissionContinued.string(in: language) }
    var testDescription: String { language.tag }

    static let all = [
      Pages(prefix: "/", language: .english), Pages(prefix: "/german-", language: .german),
    ]
  }

  private func signIn(_ user: FlowUser) async throws {
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
  }

  @Test(.everyWay, arguments: Pages.all)
  func `The form to sign in covers the page of a rejected action`(pages: Pages) async throws {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: pages.prefix + "overlay")
    #expect(user.html.contains("<html lang=\"\(pages.language.tag)\""))
    try await signIn(user)
    #expect(user.heading == "Ledger")
    site.books.isLocked = true
    try await user.click("Clear")
    #expect(user.heading == "Sign in")
    #expect(user.notice == pages.waits)
    #expect(user.text.contains("The balance is 42."))
    #expect(site.books.written == [])
    try await signIn(user)
    #expect(user.heading == "Ledger")
    #expect(user.notice == pages.continued)
    #expect(site.books.written == ["cleared"])
  }

  @Test(.everyWay, arguments: Pages.all, ["route", "stack"])
  func `The form to sign in replaces the page of a rejected action`(pages: Pages, path: String)
    async throws
  {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: pages.prefix + path)
    try await user.click("Open")
    #expect(user.heading == "Sign in")
    #expect(user.notice == nil)
    try await signIn(user)
    #expect(user.heading == "Entry 7")
    site.books.isLocked = true
    try await user.click("Save")
    #expect(user.heading == "Sign in")
    #expect(user.notice == pages.waits)
    #expect(!user.text.contains("Rent"))
    try await signIn(user)
    #expect(user.heading == "Public")
    #expect(user.notice == pages.continued)
    #expect(site.books.written == ["Rent"])
  }
}
