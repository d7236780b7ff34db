import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// Signing up, signing in, and signing out in the sample of accounts.
@Suite(.restarting) struct MembersFlowTests {
  static let email = "ada@example.com"
  static let password = "difference engine no. 2"

  /// Creates a user with an account, who is signed in.
  static func member(of site: GallerySite, email: String = email) async throws -> FlowUser {
    let user = try await site.user(at: "/members/sign-up")
    try await user.fill("Email", with: email)
    try await user.fill("Password", with: password)
    try await user.click("Sign up")
    return user
  }

  static func signIn(
    _ user: FlowUser, email: String = email, password: String = password,
    isRemembered: Bool = false
  ) async throws {
    try await user.fill("Email", with: email)
    try await user.fill("Password", with: password)
    if isRemembered { try await user.set("Stay signed in for 30 days", to: true) }
    try await user.click("Sign in")
  }

  @Test(.everyWay) func `A new member is signed in until they sign out`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/members")
    try await user.click("Sign up")
    #expect(user.path == "/members/sign-up")
    user.expectGoodSource()
    try await user.fill("Email", with: " Ada@Example.com ")
    try await user.fill("Password", with: Self.password)
    try await user.click("Sign up")
    #expect(user.path == "/members")
    #expect(user.text.contains("Signed in as ada@example.com."))
    user.expectGoodSource()
    try await user.reload()
    #expect(user.text.contains("Signed in as ada@example.com."))
    let other = try await site.user(at: "/members")
    #expect(!other.text.contains("ada@example.com"))
    try await user.click("Sign out")
    #expect(user.buttons.contains("Forgot password"))
    try await Self.signIn(user)
    #expect(user.text.contains("Signed in as ada@example.com."))
    #expect(user.rows.count == 1)
  }

  /// With the script, the page gets the result of slow hashing later.
  @Test(.timeLimit(.minutes(30)), .withoutScript(.requests))
  func `Without the script, the response to a sign-in waits until the password is hashed`()
    async throws
  {
    let site = try GallerySite(
      settleLimit: .milliseconds(1), settleLimitWithoutScript: .seconds(3600))
    let user = try await Self.member(of: site)
    #expect(user.path == "/members")
    #expect(user.text.contains("Signed in as ada@example.com."))
    try await user.click("Sign out")
    try await Self.signIn(user)
    #expect(user.text.contains("Signed in as ada@example.com."))
    #expect(!user.buttons.contains("Update"))
  }

  @Test(
    .everyWay,
    arguments: [
      ("ada", MembersFlowTests.password, "Enter an email address, such as ada@example.com.", nil),
      (MembersFlowTests.email, "", nil, "Enter a password."),
      (MembersFlowTests.email, "short", nil, "Use at least 12 characters."),
      (
        MembersFlowTests.email, "password1234", nil,
        "This password is easy to guess. Choose another one."
      ),
      (
        MembersFlowTests.email, "cairn-ada-1234", nil,
        "This password is easy to guess. Choose another one."
      ),
    ] as [(String, String, String?, String?)])
  func `Problems are shown at their fields`(
    email: String, password: String, emailProblem: String?, passwordProblem: String?
  ) async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/members/sign-up")
    try await user.fill("Email", with: email)
    if !password.isEmpty { try await user.fill("Password", with: password) }
    try await user.click("Sign up")
    #expect(user.path == "/members/sign-up")
    #expect(try user.field("Email").error == emailProblem)
    #expect(try user.field("Password").error == passwordProblem)
    #expect(try user.field("Email").value == email)
    #expect(try user.field("Password").value == "")
    user.expectGoodSource()
  }

  @Test(.everyWay) func `An address can have only one account`() async throws {
    let site = try GallerySite()
    let ada = try await Self.member(of: site)
    let other = try await Self.member(of: site, email: "ADA@example.com")
    #expect(ada.text.contains("Signed in as"))
    #expect(try other.field("Email").error == "There's already an account with this address.")
    try await other.click("Cancel")
    #expect(other.path == "/members")
  }

  @Test(.everyWay) func `A wrong password and an unknown address get the same message`()
    async throws
  {
    let site = try GallerySite()
    _ = try await Self.member(of: site)
    let user = try await site.user(at: "/members")
    try await user.click("Sign in")
    #expect(try user.field("Password").error == "Enter your password.")
    for email in [Self.email, "nobody@example.com"] {
      try await Self.signIn(user, email: email, password: "analytical engine")
      #expect(user.text.contains("The email address or the password is wrong."))
      #expect(try user.field("Email").value == email)
      #expect(try user.field("Password").value == "")
    }
    user.expectGoodSource()
  }

  @Test(.everyWay) func `Too many attempts lead to a message with the time to wait`()
    async throws
  {
    let site = try GallerySite()
    _ = try await Self.member(of: site)
    let user = try await site.user(at: "/members")
    for _ in 1...5 { try await Self.signIn(user, password: "analytical engine") }
    #expect(user.text.contains("The email address or the password is wrong."))
    // The right password isn't verified now.
    try await Self.signIn(user)
    #expect(user.text.contains("Too many attempts. Try again in 5 seconds."))
    try await site.restart()
    site.wait(.seconds(2))
    try await Self.signIn(user)
    #expect(user.text.contains("Too many attempts. Try again in 3 seconds."))
    user.expectGoodSource()
    site.wait(.seconds(3))
    try await Self.signIn(user)
    #expect(user.text.contains("Signed in as ada@example.com."))
  }

  @Test(.everyWay) func `Passwords can be filled in by password managers`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/members")
    let signIn = user.html
    #expect(signIn.contains(#"autocomplete="username""#))
    #expect(signIn.contains(#"autocomplete="current-password""#))
    #expect(signIn.contains(#"type="password""#))
    try await user.click("Sign up")
    #expect(user.html.contains(#"autocomplete="username""#))
    #expect(user.html.contains(#"autocomplete="new-password""#))
  }
}
