import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Pages in the language that the browser prefers.
@Suite(.withoutScript(.requests)) struct LanguageTests {
  private let server: Server

  init() throws { server = try shelves() }

  private func browser(_ language: String) -> Browser {
    Browser(LanguageTransport(server, language))
  }

  @Test func `A page is in the language that its browser prefers`() async throws {
    let german = browser("de-AT,de;q=0.9,en;q=0.8")
    try await german.open("/shelf")
    #expect(german.html.contains(#"<html lang="de">"#))
    #expect(german.header("Vary") == "Accept-Language, Cookie")
    #expect(german.html.contains(#"aria-label="Count erhöhen""#))
    #expect(german.html.contains("Der Server ist ausgelastet"))
    let english = browser("en-US")
    try await english.open("/shelf")
    #expect(english.html.contains(#"<html lang="en">"#))
    #expect(english.header("Vary") == "Accept-Language, Cookie")
    #expect(english.html.contains(#"aria-label="Increment Count""#))
    #expect(!english.html.contains("cairn-texts"))
  }

  @Test(arguments: ["fr", "*", "de;q=0", ""])
  func `Other browsers get the first language`(language: String) async throws {
    let browser = browser(language)
    try await browser.open("/shelf")
    #expect(browser.html.contains(#"<html lang="en">"#))
  }

  @Test func `An application without languages is in English, and its pages don't vary`()
    async throws
  {
    let german = browser("de")
    try await german.open("/english")
    #expect(german.html.contains(#"<html lang="en">"#))
    #expect(german.header("Vary") == nil)
    #expect(!german.html.contains("cairn-texts"))
    let other = Browser(InProcessTransport(server))
    try await other.open("/english")
    #expect(other.header("Vary") == nil)
    try await german.open("/english/none")
    #expect(german.html.contains("Page not found"))
  }

  @Test func `A message of a field is in the language of each page that shows it`() async throws {
    let german = browser("de")
    try await german.open("/shelf")
    try german.fill("Books", with: "abc")
    try await german.click("Note")
    #expect(try german.field("Books").error == "„abc“ ist keine ganze Zahl.")
    #expect(german.title.hasPrefix("Fehler:"))
    // The user changes the preferences of the browser.
    let response = try await LanguageTransport(server, "en").send(
      BrowserRequest(target: german.location, headers: [("Cookie", german.cookieHeader)]))
    #expect(response.text.contains("“abc” isn"))
    // The script requests a patch.
    let patch = try await LanguageTransport(server, "de").send(
      BrowserRequest(
        target: german.location,
        headers: [("Cookie", german.cookieHeader), ("Cairn-Page", "0")]))
    #expect(patch.header("Content-Type")?.hasPrefix("text/vnd.cairn.patch") == true)
    #expect(patch.header("Vary") == "Accept-Language, Cookie")
    #expect(patch.text.contains("„abc“ ist keine ganze Zahl."))
  }

  @Test func `A notice is in the language of the page`() async throws {
    let german = browser("de")
    try await german.open("/shelf")
    try await german.click("Note")
    let form = try #require(german.submission?.request)
    let stranger = browser("de")
    try await stranger.open("/shelf")
    var foreign = form
    foreign.headers = foreign.headers.filter { $0.0 != "Cookie" }
    foreign.headers.append(("Cookie", stranger.cookieHeader))
    let response = try await stranger.send(foreign)
    #expect(response.status == 409)
    #expect(response.text.contains("Ihre Anfrage wurde deshalb nicht verarbeitet."))
    #expect(response.header("Vary") == "Accept-Language, Cookie")
  }

  @Test func `A page of an error is in the language of its application`() async throws {
    let german = browser("de")
    try await german.open("/shelf?" + String(repeating: "&", count: 300))
    #expect(german.status == 414)
    #expect(german.html.contains(#"<html lang="de">"#))
    #expect(german.html.contains("<h1>Adresse zu lang</h1>"))
    #expect(german.html.contains("Zum &lt;Regal&gt;"))
    #expect(german.header("Vary") == "Accept-Language, Cookie")
    try await german.open("/english?" + String(repeating: "&", count: 300))
    #expect(german.html.contains("<h1>Address too long</h1>"))
    #expect(german.html.contains("Go to the start page"))
    #expect(german.header("Vary") == nil)
  }

  @Test func `Reducers and views have the locale of the browser`() async throws {
    let german = browser("de-AT")
    try await german.open("/shelf")
    #expect(german.text.contains("View: de"))
    try await german.click("Note")
    #expect(german.text.contains("View: de"))
    #expect(german.text.contains("Reducer: de"))
    let english = browser("en")
    try await english.open("/shelf")
    try await english.click("Note")
    #expect(english.text.contains("View: en"))
    #expect(english.text.contains("Reducer: en"))
  }
}
