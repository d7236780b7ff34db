import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// How long members stay signed in, and how sign-ins end.
@Suite(.restarting) struct MemberSessionFlowTests {
  private let signedIn = "Signed in as \(MembersFlowTests.email)."

  @Test(.everyWay) func `A member who is idle for too long must sign in again`() async throws {
    let site = try GallerySite()
    let user = try await MembersFlowTests.member(of: site)
    site.wait(.seconds(29 * 60))
    try await user.click("Change password")
    site.wait(.seconds(29 * 60))
    try await user.click("Cancel")
    #expect(user.text.contains(signedIn))
    site.wait(.seconds(31 * 60))
    try await user.click("Change password")
    #expect(!user.text.contains(signedIn))
    #expect(user.text.contains("You've been signed out. Sign in to continue."))
    user.expectGoodSource()
    try await MembersFlowTests.signIn(user)
    // The rejected action continues.
    #expect(user.text.contains("Your earlier request has now been processed."))
    #expect(user.text.contains("Current password"))
    try await user.click("Cancel")
    #expect(user.text.contains(signedIn))
  }

  @Test(.everyWay) func `A sign-in ends after its lifetime, even if it's used`() async throws {
    var times = SignInTimes()
    times.usual = SignInTimes.Limits(idle: .seconds(3600), lifetime: .seconds(2 * 3600))
    let site = try GallerySite(times: times)
    let user = try await MembersFlowTests.member(of: site)
    for _ in 1...3 {
      site.wait(.seconds(39 * 60))
      try await user.click("Change password")
      try await user.click("Cancel")
      #expect(user.text.contains(signedIn))
    }
    site.wait(.seconds(5 * 60))
    try await user.reload()
    #expect(!user.text.contains(signedIn))
    #expect(user.text.contains("You've been signed out. Sign in to continue."))
  }

  @Test(.everyWay) func `A member can stay signed in for 30 days`() async throws {
    let site = try GallerySite(sessionIdle: SignInTimes().longestIdle)
    _ = try await MembersFlowTests.member(of: site)
    let user = try await site.user(at: "/members")
    try await MembersFlowTests.signIn(user, isRemembered: true)
    for _ in 1...2 {
      site.wait(.seconds(13 * 24 * 60 * 60))
      try await user.click("Change password")
      try await user.click("Cancel")
      #expect(user.text.contains(signedIn))
    }
    site.wait(.seconds(5 * 24 * 60 * 60))
    try await user.reload()
    #expect(user.text.contains("You've been signed out. Sign in to continue."))
  }

  @Test(.everyWay) func `A member signs out everywhere`() async throws {
    let site = try GallerySite()
    let one = try await MembersFlowTests.member(of: site)
    let two = try await site.user(at: "/members")
    try await MembersFlowTests.signIn(two)
    #expect(two.rows.count == 2)
    try await two.click("Sign out everywhere")
    #expect(two.text.contains("Sign out of 2 browsers?"))
    two.expectGoodSource()
    try await two.click("Cancel")
    #expect(two.text.contains(signedIn))
    try await two.click("Sign out everywhere")
    try await two.click("Sign out")
    #expect(!two.text.contains(signedIn))
    try await one.reload()
    #expect(!one.text.contains(signedIn))
    #expect(one.buttons.contains("Forgot password"))
  }

  @Test(.everyWay) func `A member ends the sign-in of another browser`() async throws {
    let site = try GallerySite()
    let one = try await MembersFlowTests.member(of: site)
    let two = try await site.user(at: "/members")
    try await MembersFlowTests.signIn(two)
    two.expectGoodSource()
    try await two.click("End", in: .row("Another browser"))
    #expect(two.text.contains("End this sign-in?"))
    try await two.click("Cancel")
    #expect(two.rows.count == 2)
    try await two.click("End", in: .row("Another browser"))
    try await two.click("End")
    #expect(two.rows.count == 1)
    #expect(two.text.contains(signedIn))
    // The page of the other browser is from before.
    try await one.click("Change password")
    #expect(!one.text.contains(signedIn))
    try await one.reload()
    #expect(one.text.contains("You've been signed out. Sign in to continue."))
  }

  @Test(.everyWay) func `A changed password ends the sign-ins of other browsers`() async throws {
    let site = try GallerySite()
    let one = try await MembersFlowTests.member(of: site)
    let two = try await site.user(at: "/members")
    try await MembersFlowTests.signIn(two)
    try await two.click("Change password")
    #expect(two.path == "/members/password")
    two.expectGoodSource()
    try await two.fill("Current password", with: "analytical engine")
    try await two.fill("New password", with: "note g of the translator")
    try await two.click("Change password")
    #expect(try two.field("Current password").error == "This isn't your current password.")
    try await two.fill("Current password", with: MembersFlowTests.password)
    try await two.fill("New password", with: "short")
    try await two.click("Change password")
    #expect(try two.field("New password").error == "Use at least 12 characters.")
    try await two.fill("Current password", with: MembersFlowTests.password)
    try await two.fill("New password", with: "note g of the translator")
    try await two.click("Change password")
    #expect(two.text.contains("Your password is changed. All other browsers are signed out."))
    #expect(two.rows.count == 1)
    try await one.reload()
    #expect(!one.text.contains(signedIn))
    try await MembersFlowTests.signIn(one)
    #expect(one.text.contains("The email address or the password is wrong."))
    try await MembersFlowTests.signIn(one, password: "note g of the translator")
    #expect(one.text.contains(signedIn))
  }

  @Test(.everyWay) func `Disabling an account ends its sign-ins at once`() async throws {
    let site = try GallerySite()
    let user = try await MembersFlowTests.member(of: site)
    let bob = try await MembersFlowTests.member(of: site, email: "bob@example.com")
    try await withDependencies {
      $0.date.now = site.now.value
    } operation: {
      _ = try await site.members.disable(email: MembersFlowTests.email)
    }
    try await user.reload()
    #expect(user.text.contains("You've been signed out. Sign in to continue."))
    try await MembersFlowTests.signIn(user, password: "analytical engine")
    #expect(user.text.contains("The email address or the password is wrong."))
    try await MembersFlowTests.signIn(user)
    #expect(user.text.contains("Your account is disabled."))
    try await bob.reload()
    #expect(bob.text.contains("Signed in as bob@example.com."))
  }

  @Test(.everyWay) func `A page for members asks visitors to sign in`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let user = try await site.user(at: "/members/password")
    #expect(user.buttons.contains("Forgot password"))
    #expect(!user.html.contains("Current password"))
    try await MembersFlowTests.signIn(user)
    #expect(user.heading == "Change password")
    try await user.click("Cancel")
    #expect(user.text.contains(signedIn))
  }
}
