import CairnTesting
import Testing
import Ways

/// Forms with typed text that a guard has rejected, and that continue after signing in.
@Suite(.timeLimit(.minutes(30))) struct HeldTextFlowTests {
  private func signIn(_ user: FlowUser) async throws {
    try await user.fill("Name", with: "ann")
    try await user.click("Sign in")
  }

  @Test(.everyWay, .restarting, arguments: ["/scene", "/view"])
  func `A rejected form with typed text continues once after signing in`(path: String) async throws
  {
    let site = try LedgerSite()
    let user = try await site.flow.user(at: path)
    try await signIn(user)
    #expect(user.heading == "Ledger")
    try await user.fill("Comment", with: "Hello from Ann")
    // The script sends the text before the guard closes.
    try await user.catchUp()
    site.books.isLocked = true
    try await user.click("Send")
    #expect(user.heading == "Sign in")
    #expect(user.notice?.contains("continues after you sign in") == true)
    #expect(site.books.written == [])
    try await signIn(user)
    #expect(user.heading == "Ledger")
    #expect(user.notice == "Your earlier request has now been processed.")
    #expect(site.books.written == ["Hello from Ann"])
    let comment = try user.field("Comment")
    #expect(comment.value == "")
    // The form doesn't continue again.
    site.books.isLocked = true
    try await user.reload()
    try await signIn(user)
    #expect(user.heading == "Ledger")
    #expect(site.books.written == ["Hello from Ann"])
  }
}
