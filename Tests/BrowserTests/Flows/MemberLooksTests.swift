import Testing

@testable import Gallery
@testable import WebDriver

/// The names of the controls in a language of the sample of accounts.
struct MemberNames: CustomTestStringConvertible, Sendable {
  let tag: String
  let language: String
  let email: String
  let password: String
  let signIn: String
  let signUp: String
  let forgot: String
  let cancel: String
  let changePassword: String
  let signOutEverywhere: String
  let continueButton: String

  var testDescription: String { tag }

  static let all = [
    MemberNames(
      tag: "en", language: "English", email: "Email", password: "Password", signIn: "Sign in",
      signUp: "Sign up", forgot: "Forgot password", cancel: "Cancel",
      changePassword: "Change password", signOutEverywhere: "Sign out everywhere",
      continueButton: "Continue"),
    MemberNames(
      tag: "de", language: "Deutsch", email: "E-Mail-Adresse", password: "Passwort",
      signIn: "Anmelden", signUp: "Registrieren", forgot: "Passwort vergessen",
      cancel: "Abbrechen", changePassword: "Passwort ändern",
      signOutEverywhere: "Überall abmelden", continueButton: "Weiter"),
    MemberNames(
      tag: "ar", language: "العربية", email: "البريد الإلكتروني", password: "كلمة المرور",
      signIn: "تسجيل الدخول", signUp: "إنشاء حساب", forgot: "نسيت كلمة المرور",
      cancel: "إلغاء", changePassword: "تغيير كلمة المرور",
      signOutEverywhere: "تسجيل الخروج من كل مكان", continueButton: "متابعة"),
  ]
}

/// The pages of the sample of accounts in its languages, also from right to left.
@Suite("Browser: appearance of the accounts")
struct MemberLooksTests {
  @Test(arguments: Window.all, MemberNames.all)
  func `Every page fits, is readable, and is easy to touch`(window: Window, names: MemberNames)
    async throws
  {
    let options = Chromium.Options(
      javaScript: false, width: window.width, height: window.height, isDark: window.isDark,
      isTouch: window.isTouch)
    // The password must always be confirmed.
    var times = SignInTimes()
    times.confirmation = .zero
    try await Site.visit(options, times: times) { chromium, site in
      @Sendable func look(at page: String) async throws {
        let name = "members-\(page)-\(names.tag)"
        let isLayered = try await !chromium.dialogs.isEmpty
        try await chromium.screenshot("\(name)-\(window.testDescription)", ofWindow: isLayered)
        #expect(try await chromium.overflow == [], "\(name)")
        #expect(try await chromium.faintTexts == [], "\(name)")
        if window.isTouch { #expect(try await chromium.smallTargets == [], "\(name)") }
      }
      try await chromium.open("/members", of: site)
      try await chromium.click(names.language)
      let direction = try await chromium.evaluate("document.documentElement.dir").string
      #expect((direction == "rtl") == (names.tag == "ar"))
      try await look(at: "sign-in")
      try await chromium.click(names.signIn)
      try await look(at: "sign-in-problems")
      try await chromium.click(names.forgot)
      try await look(at: "forgot")
      try await chromium.click(names.cancel)
      try await chromium.click(names.signUp)
      try await chromium.fill(names.email, with: "ada@example.com")
      try await chromium.fill(names.password, with: "difference engine no. 2")
      try await chromium.click(names.signUp)
      try await look(at: "sign-ins")
      // The form for the password covers the page.
      try await chromium.click(names.changePassword)
      try await look(at: "confirmation")
      try await chromium.click(names.continueButton)
      try await look(at: "confirmation-problem")
      try await chromium.click(names.cancel)
      try await chromium.click(names.signOutEverywhere)
      try await look(at: "sign-out-everywhere")
    }
  }
}
