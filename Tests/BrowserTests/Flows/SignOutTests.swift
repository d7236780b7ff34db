import Testing

@testable import Gallery
@testable import WebDriver

/// Pages of a session that ends in another tab.
@Suite("Browser: signing out in another tab")
struct SignOutTests {
  /// The pages of the accounts don't listen to the server.
  @Test(arguments: Chromium.Options.withScript)
  func `Signing out in one tab takes the other tabs to the sign-in page`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/members", of: site)
      try await chromium.click("Sign up")
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.fill("Password", with: "difference engine no. 2")
      try await chromium.click("Sign up")
      let account = try await chromium.tab
      _ = try await chromium.newTab()
      try await chromium.open("/members", of: site)
      #expect(try await chromium.text.contains("ada@example.com"))
      let other = try await chromium.tab
      try await chromium.switchTo(tab: account)
      try await chromium.click("Sign out")
      try await chromium.switchTo(tab: other)
      try await chromium.waitFor("the sign-in page") {
        try await chromium.hasControl("Forgot password")
      }
      #expect(try await !chromium.text.contains("ada@example.com"))
      // The page works in the new session.
      try await chromium.settle()
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.fill("Password", with: "difference engine no. 2")
      try await chromium.click("Sign in")
      try await chromium.waitFor("the account") {
        try await chromium.hasControl("Sign out everywhere")
      }
    }
  }
}
