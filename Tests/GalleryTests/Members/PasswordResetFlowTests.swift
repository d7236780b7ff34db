import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// Links with which members choose a new password.
@Suite(.restarting) struct PasswordResetFlowTests {
  private static let newPassword = "note g of the translator"
  private static let answer = "If there's an account with this address, we've sent it a link."

  /// Asks for a link, and returns its path.
  private func link(
    from site: GallerySite, email: String = MembersFlowTests.email
  ) async throws -> String {
    let user = try await site.user(at: "/members")
    try await user.click("Forgot password")
    try await user.fill("Email", with: email)
    try await user.click("Send a link")
    #expect(user.text.contains(Self.answer))
    let mail = try #require(site.outbox.value.last)
    #expect(mail.recipient == MembersFlowTests.email)
    return String(try #require(mail.text.firstMatch(of: /\/members\/reset\/[0-9a-f]+/)).output)
  }

  @Test(.everyWay) func `A link replaces the password once, and ends all sign-ins`() async throws {
    let site = try GallerySite()
    let ada = try await MembersFlowTests.member(of: site)
    let link = try await link(from: site)
    let user = try await site.user(at: link)
    user.expectGoodSource()
    try await user.fill("New password", with: "short")
    try await user.click("Change password")
    #expect(try user.field("New password").error == "Use at least 12 characters.")
    try await user.fill("New password", with: Self.newPassword)
    try await user.click("Change password")
    #expect(user.path == "/members")
    #expect(user.text.contains("Your password is changed. Sign in with it."))
    user.expectGoodSource()
    try await ada.reload()
    #expect(!ada.text.contains("Signed in as"))
    try await ada.open(link)
    #expect(ada.text.contains("This link doesn't work anymore."))
    try await ada.click("Cancel")
    try await MembersFlowTests.signIn(user)
    #expect(user.text.contains("The email address or the password is wrong."))
    try await MembersFlowTests.signIn(user, password: Self.newPassword)
    #expect(user.text.contains("Signed in as \(MembersFlowTests.email)."))
  }

  @Test(.everyWay) func `The page doesn't show whether an address has an account`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    _ = try await link(from: site)
    let user = try await site.user(at: "/members/forgot")
    try await user.fill("Email", with: "ada")
    try await user.click("Send a link")
    #expect(
      try user.field("Email").error == "Enter an email address, such as ada@example.com.")
    try await user.fill("Email", with: "nobody@example.com")
    try await user.click("Send a link")
    #expect(user.text.contains(Self.answer))
    #expect(site.outbox.value.count == 1)
    user.expectGoodSource()
  }

  @Test(.everyWay) func `A link doesn't end another member's sign-in in the same browser`()
    async throws
  {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let bob = try await MembersFlowTests.member(of: site, email: "bob@example.com")
    try await bob.open(try await link(from: site))
    try await bob.fill("New password", with: Self.newPassword)
    try await bob.click("Change password")
    #expect(bob.text.contains("The password of \(MembersFlowTests.email) is changed."))
    #expect(bob.text.contains("Signed in as bob@example.com."))
    try await bob.reload()
    #expect(bob.text.contains("Signed in as bob@example.com."))
  }

  @Test(.everyWay) func `A link works for 30 minutes`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let link = try await link(from: site)
    let user = try await site.user(at: link)
    site.wait(.seconds(30 * 60))
    try await user.fill("New password", with: Self.newPassword)
    try await user.click("Change password")
    #expect(user.text.contains("This link doesn't work anymore."))
    try await user.click("Cancel")
    #expect(user.path == "/members")
  }

  @Test(.everyWay) func `The newest three links can be used`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let first = try await link(from: site)
    let second = try await link(from: site)
    _ = try await link(from: site)
    let user = try await site.user(at: first)
    #expect(user.buttons.contains("Change password"))
    site.wait(.seconds(60))
    _ = try await link(from: site)
    try await user.open(first)
    #expect(user.text.contains("This link doesn't work anymore."))
    try await user.open(second)
    #expect(user.buttons.contains("Change password"))
    try await user.click("Cancel")
    #expect(user.path == "/members")
  }

  @Test(.everyWay) func `A changed password makes links unusable`() async throws {
    let site = try GallerySite()
    let ada = try await MembersFlowTests.member(of: site)
    let link = try await link(from: site)
    try await ada.click("Change password")
    try await ada.fill("Current password", with: MembersFlowTests.password)
    try await ada.fill("New password", with: Self.newPassword)
    try await ada.click("Change password")
    try await ada.open(link)
    #expect(ada.text.contains("This link doesn't work anymore."))
    try await ada.click("Cancel")
    #expect(ada.path == "/members")
  }

  @Test(.everyWay) func `A link ends a delay after too many attempts`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let user = try await site.user(at: "/members")
    for _ in 1...6 { try await MembersFlowTests.signIn(user, password: "analytical engine") }
    #expect(user.text.contains("Too many attempts."))
    try await user.open(try await link(from: site))
    try await user.fill("New password", with: Self.newPassword)
    try await user.click("Change password")
    try await MembersFlowTests.signIn(user, password: Self.newPassword)
    #expect(user.text.contains("Signed in as"))
  }

  @Test(.everyWay) func `Requests for links are limited`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let user = try await site.user(at: "/members/forgot")
    try await user.fill("Email", with: MembersFlowTests.email)
    for _ in 1...3 { try await user.click("Send a link") }
    #expect(user.text.contains(Self.answer))
    try await user.click("Send a link")
    #expect(user.text.contains("Too many attempts. Try again in 1 minute."))
    #expect(site.outbox.value.count == 3)
  }

  @Test(.withoutScript(.requests))
  func `A mail scanner's GET doesn't use up a link, and the page sends no Referer`() async throws {
    let site = try GallerySite()
    let ada = site.browser()
    try await ada.open("/members/sign-up")
    try ada.fill("Email", with: MembersFlowTests.email)
    try ada.fill("Password", with: MembersFlowTests.password)
    try await ada.click("Sign up")
    let stranger = site.browser()
    try await stranger.open("/members/forgot")
    try stranger.fill("Email", with: MembersFlowTests.email)
    try await stranger.click("Send a link")
    let mail = try #require(site.outbox.value.last)
    let link = String(
      try #require(mail.text.firstMatch(of: /\/members\/reset\/[0-9a-f]+/)).output)
    for _ in 1...3 {
      let response = try await site.transport.send(BrowserRequest(target: link))
      #expect(response.status == 200)
      #expect(response.headerValues("Referrer-Policy") == ["same-origin"])
      let cacheControl = try #require(response.header("Cache-Control"))
      #expect(cacheControl.contains("private"))
    }
    let user = site.browser()
    try await user.open(link)
    try user.fill("New password", with: Self.newPassword)
    try await user.click("Change password")
    #expect(user.text.contains("Your password is changed. Sign in with it."))
  }

  @Test(.withoutScript(.requests), arguments: ["0", "x", "../password", "%00"])
  func `An address that isn't a link isn't found`(link: String) async throws {
    let site = try GallerySite()
    let response = try await site.transport.send(BrowserRequest(target: "/members/reset/\(link)"))
    #expect(response.status != 200)
    #expect(!response.text.contains("New password"))
  }
}
