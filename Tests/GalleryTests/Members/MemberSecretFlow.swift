import Cairn
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The flows of the sample of accounts in which users enter passwords, or open links.
enum MemberSecretFlow: CaseIterable {
  case signUp, failedSignIn, tooManyAttempts, signIn, rememberedSignIn, signOut
  case passwordChange, passwordReset, signOutEverywhere, idleSignIn, confirmation, rejectedForm

  private var signedIn: String { "Signed in as \(MembersFlowTests.email)." }

  func run(at site: MemberSecretSite) async throws {
    if self == .signUp { return try await signUp(at: site) }
    try await site.addMember()
    let user = try await site.user(at: "/members")
    switch self {
    case .signUp: break

    case .failedSignIn:
      try await site.signIn(user, with: MemberSecretSite.wrongPassword)
      #expect(user.text.contains("The email address or the password is wrong."))

    case .tooManyAttempts:
      for _ in 1...5 { try await site.signIn(user, with: MemberSecretSite.wrongPassword) }
      try await site.signIn(user)
      #expect(user.text.contains("Too many attempts. Try again in 5 seconds."))

    case .signIn, .rememberedSignIn:
      try await site.signIn(user, isRemembered: self == .rememberedSignIn)
      #expect(user.text.contains(signedIn))
      #expect(user.text.contains("Stays signed in") == (self == .rememberedSignIn))

    case .signOut:
      try await site.signIn(user)
      try await site.click("Sign out", by: user)
      #expect(user.buttons.contains("Forgot password"))

    case .passwordChange: try await changePassword(of: user, at: site)

    case .passwordReset: try await resetPassword(of: user, at: site)

    case .signOutEverywhere:
      try await site.signIn(user)
      try await site.click("Sign out everywhere", by: user)
      try await site.click("Sign out", by: user)
      #expect(user.buttons.contains("Forgot password"))

    case .idleSignIn:
      try await site.signIn(user)
      site.wait(minutes: 31)
      try await site.click("Change password", by: user)
      #expect(user.text.contains("You've been signed out. Sign in to continue."))
      try await site.signIn(user)
      #expect(user.text.contains("Current password"))

    case .confirmation:
      try await site.signIn(user)
      site.wait(minutes: 10)
      try await site.click("Sign out everywhere", by: user)
      for password in [MemberSecretSite.wrongPassword, MemberSecretSite.password] {
        #expect(user.heading == "Confirm your password")
        try await user.fill("Password", with: password)
        try await site.click("Continue", by: user)
      }
      #expect(user.text.contains("browsers?"))
      try await site.click("Cancel", by: user)
      #expect(user.text.contains(signedIn))

    case .rejectedForm:
      try await site.signIn(user)
      try await site.click("Change password", by: user)
      try await user.fill("Current password", with: MemberSecretSite.password)
      try await user.fill("New password", with: MemberSecretSite.newPassword)
      site.wait(minutes: 31)
      // A form with passwords isn't stored, so it doesn't continue.
      try await site.click("Change password", by: user)
      #expect(user.text.contains("You've been signed out. Sign in to continue."))
      try await site.signIn(user)
      #expect(user.text.contains("Current password"))
      #expect(!user.text.contains("Your password is changed."))
      try await site.click("Cancel", by: user)
      #expect(user.text.contains(signedIn))
    }
  }

  private func signUp(at site: MemberSecretSite) async throws {
    let user = try await site.user(at: "/members/sign-up")
    try await user.fill("Password", with: MemberSecretSite.password)
    // Without an address, the form is shown again.
    try await site.click("Sign up", by: user)
    #expect(try user.field("Email").error != nil)
    try await user.fill("Email", with: MembersFlowTests.email)
    try await user.fill("Password", with: MemberSecretSite.password)
    try await site.click("Sign up", by: user)
    #expect(user.text.contains(signedIn))
  }

  private func changePassword(of user: FlowUser, at site: MemberSecretSite) async throws {
    try await site.signIn(user)
    try await site.click("Change password", by: user)
    try await user.fill("Current password", with: MemberSecretSite.wrongPassword)
    try await user.fill("New password", with: MemberSecretSite.newPassword)
    try await site.click("Change password", by: user)
    #expect(try user.field("Current password").error == "This isn't your current password.")
    try await user.fill("Current password", with: MemberSecretSite.password)
    try await user.fill("New password", with: MemberSecretSite.newPassword)
    try await site.click("Change password", by: user)
    #expect(user.text.contains("Your password is changed."))
  }

  private func resetPassword(of user: FlowUser, at site: MemberSecretSite) async throws {
    try await user.fill("Email", with: MembersFlowTests.email)
    try await user.fill("Password", with: MemberSecretSite.wrongPassword)
    try await site.click("Forgot password", by: user)
    try await user.fill("Email", with: MembersFlowTests.email)
    try await site.click("Send a link", by: user)
    let mail = try #require(site.outbox.value.last)
    let token = try #require(mail.text.firstMatch(of: /reset\/([0-9a-f]{64})/)?.1)
    // Only the first half of the token, which isn't secret, is stored before the link is opened.
    let places = try site.places(of: String(token.suffix(32)))
    #expect(places == [:])
    try await user.open("/members/reset/\(token)")
    try await user.fill("New password", with: MemberSecretSite.newPassword)
    try await site.click("Change password", by: user)
    #expect(user.text.contains("Your password is changed. Sign in with it."))
    try await site.signIn(user, with: MemberSecretSite.newPassword)
    #expect(user.text.contains(signedIn))
  }
}
