import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// The sample of accounts in its languages.
@Suite(.restarting) struct MemberLanguageTests {
  private static let german = "Angemeldet als \(MembersFlowTests.email)."

  /// Creates a user, and chooses German on the sign-in page.
  private func germanUser(of site: GallerySite) async throws -> FlowUser {
    let user = try await site.user(at: "/members")
    try await user.click("Deutsch")
    #expect(user.heading == "Mitglieder")
    return user
  }

  private func signUpInGerman(_ user: FlowUser) async throws {
    try await user.click("Registrieren")
    try await user.fill("E-Mail-Adresse", with: MembersFlowTests.email)
    try await user.fill("Passwort", with: MembersFlowTests.password)
    try await user.click("Registrieren")
  }

  @Test(.everyWay) func `A member uses the sample in German`() async throws {
    let site = try GallerySite()
    let user = try await germanUser(of: site)
    #expect(user.html.contains(#"<html lang="de""#))
    try await user.click("Registrieren")
    try await user.fill("E-Mail-Adresse", with: "ada")
    try await user.fill("Passwort", with: "short")
    try await user.click("Registrieren")
    #expect(
      try user.field("E-Mail-Adresse").error
        == "Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.")
    #expect(try user.field("Passwort").error == "Verwenden Sie mindestens 12 Zeichen.")
    if !user.hasScript { user.expectGoodSource() }
    try await user.fill("E-Mail-Adresse", with: MembersFlowTests.email)
    try await user.fill("Passwort", with: MembersFlowTests.password)
    try await user.click("Registrieren")
    #expect(user.text.contains(Self.german))
    #expect(user.text.contains("Dieser Browser"))
    #expect(user.text.contains("1. Jan. 2026"))
    if !user.hasScript { user.expectGoodSource() }
    try await user.click("Überall abmelden")
    #expect(user.text.contains("Von 1 Browser abmelden?"))
    if !user.hasScript { user.expectGoodSource() }
    try await user.click("Abmelden")
    #expect(user.buttons.contains("Passwort vergessen"))
  }

  @Test(.everyWay) func `A member uses the sample from right to left`() async throws {
    let site = try GallerySite()
    let user = try await site.user(at: "/members")
    try await user.click("العربية")
    #expect(user.html.contains(#"<html lang="ar" dir="rtl""#))
    try await user.click("إنشاء حساب")
    try await user.fill("البريد الإلكتروني", with: MembersFlowTests.email)
    try await user.fill("كلمة المرور", with: MembersFlowTests.password)
    try await user.click("إنشاء حساب")
    #expect(user.text.contains("تم تسجيل الدخول باسم \(MembersFlowTests.email)."))
    if !user.hasScript { user.expectGoodSource() }
    try await user.click("تسجيل الخروج من كل مكان")
    #expect(user.text.contains("هل تريد تسجيل الخروج من متصفح واحد؟"))
    if !user.hasScript { user.expectGoodSource() }
  }

  @Test(.everyWay) func `Messages follow the language that's chosen after them`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let user = try await site.user(at: "/members")
    for _ in 1...5 { try await MembersFlowTests.signIn(user, password: "analytical engine") }
    #expect(user.text.contains("The email address or the password is wrong."))
    try await user.click("Deutsch")
    #expect(user.text.contains("Die E-Mail-Adresse oder das Passwort ist falsch."))
    #expect(try user.field("E-Mail-Adresse").value == MembersFlowTests.email)
    try await user.fill("Passwort", with: MembersFlowTests.password)
    try await user.click("Anmelden")
    #expect(
      user.text.contains("Zu viele Versuche. Versuchen Sie es in 5 Sekunden noch einmal."))
    try await site.restart()
    site.wait(.seconds(4))
    try await user.fill("Passwort", with: MembersFlowTests.password)
    try await user.click("Anmelden")
    #expect(user.text.contains("Zu viele Versuche. Versuchen Sie es in 1 Sekunde noch einmal."))
    try await user.click("English")
    #expect(user.text.contains("Too many attempts. Try again in 1 second."))
  }

  @Test(.everyWay) func `The language survives restarts, signing in, and signing out`() async throws
  {
    let site = try GallerySite()
    let user = try await germanUser(of: site)
    try await site.restart()
    try await user.reload()
    #expect(user.heading == "Mitglieder")
    try await signUpInGerman(user)
    #expect(user.text.contains(Self.german))
    try await site.restart()
    try await user.open("/members/password")
    #expect(user.heading == "Passwort ändern")
    try await user.click("Abbrechen")
    try await user.click("Abmelden")
    #expect(user.heading == "Mitglieder")
    let other = try await site.user(at: "/members")
    #expect(other.heading == "Members")
  }

  @Test(.everyWay) func `A link for a new password is sent in the language of the page`()
    async throws
  {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let user = try await germanUser(of: site)
    try await user.click("Passwort vergessen")
    try await user.fill("E-Mail-Adresse", with: MembersFlowTests.email)
    try await user.click("Link senden")
    let mail = try #require(site.outbox.value.last)
    #expect(mail.subject == "Neues Passwort wählen")
    #expect(mail.text.contains("Der Link funktioniert einmal, innerhalb von 30 Minuten."))
  }

  @Test(.withoutScript(.requests)) func `Times are in the language and time zone of the user`()
    async throws
  {
    let site = try GallerySite()
    let browser = site.browser()
    browser.timeZone = TimeZone(identifier: "Asia/Tokyo")
    try await browser.open("/members")
    try await browser.click("Deutsch")
    try await browser.click("Registrieren")
    try browser.fill("E-Mail-Adresse", with: MembersFlowTests.email)
    try browser.fill("Passwort", with: MembersFlowTests.password)
    try await browser.click("Registrieren")
    #expect(browser.text.contains("21:00"))
    browser.timeZone = .gmt
    try await browser.reload()
    #expect(browser.text.contains("12:00"))
  }

  @Test(.everyWay) func `A member enters the password again in German`() async throws {
    let site = try GallerySite()
    let user = try await germanUser(of: site)
    try await signUpInGerman(user)
    site.wait(.seconds(10 * 60))
    try await user.click("Überall abmelden")
    #expect(user.heading == "Passwort bestätigen")
    #expect(user.text.contains("Ihre Anmeldung liegt eine Weile zurück."))
    try await user.fill("Passwort", with: "analytical engine")
    try await user.click("Weiter")
    #expect(try user.field("Passwort").error == "Das ist nicht Ihr Passwort.")
    try await user.click("English")
    #expect(user.heading == "Confirm your password")
    #expect(try user.field("Password").error == "This isn't your password.")
    try await user.click("Deutsch")
    try await user.fill("Passwort", with: MembersFlowTests.password)
    try await user.click("Weiter")
    #expect(user.text.contains("Von 1 Browser abmelden?"))
    try await user.click("Abmelden")
    #expect(user.buttons.contains("Passwort vergessen"))
  }

  /// The texts around a rejected action in a language.
  struct RejectedAction: CustomTestStringConvertible, Sendable {
    let language: String
    let email: String
    let password: String
    let signIn: String
    let other: String
    let end: String
    let confirmation: String
    let continueButton: String
    let waits: String
    let continued: String

    var testDescription: String { language }

    static let all = [
      RejectedAction(
        language: "Deutsch", email: "E-Mail-Adresse", password: "Passwort", signIn: "Anmelden",
        other: "Ein anderer Browser", end: "Beenden", confirmation: "Passwort bestätigen",
        continueButton: "Weiter",
        waits: "Ihre Anfrage wurde noch nicht verarbeitet. Sie wird fortgesetzt, sobald Sie sich "
          + "angemeldet haben.",
        continued: "Ihre vorherige Anfrage wurde jetzt verarbeitet."),
      RejectedAction(
        language: "العربية", email: "البريد الإلكتروني", password: "كلمة المرور",
        signIn: "تسجيل الدخول", other: "متصفح آخر", end: "إنهاء",
        confirmation: "تأكيد كلمة المرور", continueButton: "متابعة",
        waits: "لم تتم معالجة طلبك بعد. ستستمر معالجته بعد تسجيل الدخول.",
        continued: "تمت الآن معالجة طلبك السابق."),
    ]
  }

  @Test(.everyWay, arguments: RejectedAction.all)
  func `A rejected action continues in the language of the page`(texts: RejectedAction)
    async throws
  {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let user = try await site.user(at: "/members")
    try await user.click(texts.language)
    try await user.fill(texts.email, with: MembersFlowTests.email)
    try await user.fill(texts.password, with: MembersFlowTests.password)
    try await user.click(texts.signIn)
    try await user.click(texts.end, in: .row(texts.other))
    site.wait(.seconds(10 * 60))
    try await user.click(texts.end)
    #expect(user.heading == texts.confirmation)
    #expect(user.text.contains(texts.waits))
    if !user.hasScript { user.expectGoodSource() }
    try await user.fill(texts.password, with: MembersFlowTests.password)
    try await user.click(texts.continueButton)
    #expect(user.text.contains(texts.continued))
    #expect(user.rows.count == 1)
    if !user.hasScript { user.expectGoodSource() }
  }

  @Test(.everyWay) func `A member chooses a new password with a link in German`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let user = try await germanUser(of: site)
    try await user.click("Passwort vergessen")
    #expect(user.heading == "Passwort vergessen")
    try await user.fill("E-Mail-Adresse", with: "ada")
    try await user.click("Link senden")
    #expect(
      try user.field("E-Mail-Adresse").error
        == "Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.")
    try await user.fill("E-Mail-Adresse", with: MembersFlowTests.email)
    try await user.click("Link senden")
    #expect(user.text.contains("Wenn es ein Konto mit dieser Adresse gibt"))
    let mail = try #require(site.outbox.value.last)
    let link = try #require(mail.text.firstMatch(of: /\/members\/reset\/[0-9a-f]+/)).output
    try await user.open(String(link))
    #expect(user.heading == "Neues Passwort")
    try await user.fill("Neues Passwort", with: "short")
    try await user.click("Passwort ändern")
    #expect(try user.field("Neues Passwort").error == "Verwenden Sie mindestens 12 Zeichen.")
    if !user.hasScript { user.expectGoodSource() }
    try await user.fill("Neues Passwort", with: "note g of the translator")
    try await user.click("Passwort ändern")
    #expect(user.text.contains("Ihr Passwort ist geändert. Melden Sie sich damit an."))
    try await user.open(String(link))
    #expect(user.text.contains("Dieser Link funktioniert nicht mehr."))
    // The page of a link has buttons for the language, too.
    try await user.click("English")
    #expect(user.text.contains("This link doesn't work anymore."))
    try await user.click("Cancel")
    #expect(user.heading == "Members")
  }

  @Test(.everyWay) func `The list of sign-ins is in German`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let user = try await germanUser(of: site)
    try await user.fill("E-Mail-Adresse", with: MembersFlowTests.email)
    try await user.fill("Passwort", with: MembersFlowTests.password)
    try await user.set("30 Tage angemeldet bleiben", to: true)
    try await user.click("Anmelden")
    #expect(user.text.contains("Ihre Browser"))
    #expect(user.rows.count == 2)
    #expect(user.text.contains("Ein anderer Browser"))
    #expect(user.text.contains("Bleibt angemeldet"))
    try await user.click("Beenden", in: .row("Ein anderer Browser"))
    #expect(user.text.contains("Diese Anmeldung beenden?"))
    if !user.hasScript { user.expectGoodSource() }
    try await user.click("Beenden")
    #expect(user.rows.count == 1)
  }

  @Test(.everyWay) func `Limits and links are shown from right to left`() async throws {
    let site = try GallerySite()
    _ = try await MembersFlowTests.member(of: site)
    let user = try await site.user(at: "/members")
    try await user.click("العربية")
    try await user.click("نسيت كلمة المرور")
    try await user.fill("البريد الإلكتروني", with: MembersFlowTests.email)
    for _ in 1...3 { try await user.click("إرسال رابط") }
    #expect(user.text.contains("إذا كان هناك حساب بهذا العنوان"))
    try await user.click("إرسال رابط")
    #expect(user.text.contains("دقيقة واحدة"))
    if !user.hasScript { user.expectGoodSource() }
    let mail = try #require(site.outbox.value.last)
    let link = try #require(mail.text.firstMatch(of: /\/members\/reset\/[0-9a-f]+/)).output
    try await user.open(String(link))
    #expect(user.heading == "كلمة المرور الجديدة")
    try await user.click("إلغاء")
    #expect(user.buttons.contains("نسيت كلمة المرور"))
  }
}
