import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Members enter their password again, in a sheet over the page, before they change their account.
@Suite(.restarting) struct MemberConfirmationFlowTests {
  private let signedIn = "Signed in as \(MembersFlowTests.email)."
  private let question = "Confirm your password"

  /// Creates two users who are signed in to the same account.
  private func users(of site: GallerySite) async throws -> (FlowUser, FlowUser) {
    let one = try await MembersFlowTests.member(of: site)
    let two = try await site.user(at: "/members")
    try await MembersFlowTests.signIn(two)
    #expect(two.rows.count == 2)
    return (one, two)
  }

  private func confirm(_ user: FlowUser) async throws {
    try await user.fill("Password", with: MembersFlowTests.password)
    try await user.click("Continue")
  }

  @Test(.everyWay) func `After ten minutes, signing out everywhere asks for the password`()
    async throws
  {
    let site = try GallerySite()
    let (one, two) = try await users(of: site)
    site.wait(.seconds(10 * 60))
    try await two.reload()
    #expect(two.heading == "Members")
    try await two.click("Sign out everywhere")
    #expect(two.heading == question)
    // The question is below the sheet.
    #expect(two.text.contains("Sign out of 2 browsers?"))
    two.expectGoodSource()
    try await two.fill("Password", with: "analytical engine")
    try await two.click("Continue")
    #expect(two.heading == question)
    #expect(try two.field("Password").error == "This isn't your password.")
    try await confirm(two)
    #expect(!two.text.contains(question))
    #expect(two.text.contains("Sign out of 2 browsers?"))
    try await two.click("Sign out")
    #expect(!two.text.contains(signedIn))
    try await one.reload()
    #expect(!one.text.contains(signedIn))
  }

  @Test(.everyWay) func `A rejected action continues after the password`() async throws {
    let site = try GallerySite()
    let (one, two) = try await users(of: site)
    try await two.click("End", in: .row("Another browser"))
    #expect(two.text.contains("End this sign-in?"))
    site.wait(.seconds(10 * 60))
    try await two.click("End")
    #expect(two.heading == question)
    two.expectGoodSource()
    try await one.reload()
    #expect(one.text.contains(signedIn))
    try await confirm(two)
    #expect(two.text.contains("Your earlier request has now been processed."))
    #expect(two.heading == "Members")
    #expect(two.rows.count == 1)
    try await two.reload()
    #expect(two.text.contains(signedIn))
    try await one.reload()
    #expect(!one.text.contains(signedIn))
  }

  @Test(.everyWay) func `After ten minutes, the form for a new password asks for the password`()
    async throws
  {
    let site = try GallerySite()
    let user = try await MembersFlowTests.member(of: site)
    site.wait(.seconds(10 * 60))
    try await user.open("/members/password")
    #expect(user.heading == question)
    user.expectGoodSource()
    try await user.click("Cancel")
    #expect(user.path == "/members")
    #expect(user.heading == "Members")
    try await user.click("Change password")
    #expect(user.heading == question)
    try await confirm(user)
    #expect(user.heading == "Change password")
    try await user.fill("Current password", with: MembersFlowTests.password)
    try await user.fill("New password", with: "note g of the translator")
    try await user.click("Change password")
    #expect(user.text.contains("Your password is changed. All other browsers are signed out."))
  }

  @Test(.everyWay) func `Members can sign out on each of their pages`() async throws {
    let site = try GallerySite()
    let user = try await MembersFlowTests.member(of: site)
    try await user.click("Change password")
    try await user.click("Sign out")
    #expect(user.buttons.contains("Forgot password"))
    try await MembersFlowTests.signIn(user)
    try await user.open("/members/reset/" + String(repeating: "0", count: 64))
    #expect(user.text.contains("This link doesn't work anymore."))
    #expect(user.buttons.contains("Sign out"))
    try await user.open("/members")
    site.wait(.seconds(10 * 60))
    try await user.click("Change password")
    #expect(user.heading == question)
    try await user.click("Sign out")
    #expect(user.buttons.contains("Forgot password"))
  }
}
