import Cairn
import CairnServer
import CairnTesting
import Foundation
import IssueReportingTestSupport
import Testing
import Ways

/// Pages with texts from a string catalog, in the language that the user chooses.
@Suite(.withoutScript(.requests)) struct CatalogPageTests {
  private let server: Server

  init() throws {
    var settings = ServerSettings()
    settings.port = 0
    server = try Server(settings: settings) { Mount("/shelf", CatalogShelf.self) }
  }

  private func browser(_ language: String) -> Browser {
    Browser(LanguageTransport(server, language))
  }

  @Test func `Literals are translated, and other texts are shown as they are`() async throws {
    let german = browser("de")
    try await german.open("/shelf")
    #expect(german.title == "Das Regal")
    #expect(german.text.contains("Da ist ein Buch"))
    #expect(german.text.contains("1.234,5"))
    #expect(german.text.contains("Delete"))
    #expect(german.text.contains("Add"))
    try await german.click("Hinzufügen")
    #expect(german.text.contains("Da sind 2 Bücher"))
    #expect(german.text.contains("Notiz"))
  }

  @Test func `The source language is written without a translation of its own`() async throws {
    let english = browser("en")
    try await english.open("/shelf")
    #expect(english.title == "The shelf")
    #expect(english.text.contains("There is one book"))
    #expect(english.text.contains("1,234.5"))
  }

  @Test func `A page in Arabic is written from right to left`() async throws {
    let arabic = browser("ar")
    try await arabic.open("/shelf")
    #expect(arabic.html.contains(#"<html lang="ar" dir="rtl">"#))
    try await arabic.click("إضافة")
    #expect(arabic.text.contains("هناك كتابان"))
    try await arabic.open("/shelf?" + String(repeating: "&", count: 300))
    #expect(arabic.html.contains(#"<html lang="ar" dir="rtl">"#))
  }

  @Test func `A user chooses the language of all pages`() async throws {
    let browser = browser("en")
    try await browser.open("/shelf")
    let english = try browser.control("English")
    #expect(english["aria-pressed"] == "true")
    try await browser.click("Deutsch")
    #expect(browser.title == "Das Regal")
    #expect(browser.html.contains(#"<html lang="de">"#))
    let german = try browser.control("Deutsch")
    #expect(german["aria-pressed"] == "true")
    #expect(browser.cookieHeader.contains("cairn-language=de"))
    #expect(browser.header("Vary") == "Accept-Language, Cookie")
    try await browser.open("/shelf")
    #expect(browser.title == "Das Regal")
    try await browser.click("English")
    #expect(browser.title == "The shelf")
  }

  @Test func `A choice doesn't depend on the session`() async throws {
    let request = BrowserRequest(
      target: "/shelf", headers: [("Cookie", "a=b; cairn-language=de"), ("Accept-Language", "en")])
    let response = try await InProcessTransport(server).send(request)
    #expect(response.text.contains("Das Regal"))
    #expect(!response.headerValues("Set-Cookie").contains { $0.contains("cairn-language") })
  }

  @Test(arguments: ["fr", "", "<b>", "de de"])
  func `A cookie with another language is ignored`(value: String) async throws {
    let request = BrowserRequest(
      target: "/shelf", headers: [("Cookie", "cairn-language=\(value)"), ("Accept-Language", "de")])
    let response = try await InProcessTransport(server).send(request)
    #expect(response.text.contains("Das Regal"))
  }

  @Test func `A dialog is in the language of each page`() async throws {
    let browser = browser("de")
    try await browser.open("/shelf")
    try await browser.click("Löschen")
    #expect(browser.text.contains("Alle Bücher löschen?"))
    let response = try await LanguageTransport(server, "en").send(
      BrowserRequest(target: browser.location, headers: [("Cookie", browser.cookieHeader)]))
    #expect(response.text.contains("Delete all books?"))
  }

  @Test func `A patch names the language, so that the script loads the page again`() async throws {
    let browser = browser("en")
    try await browser.open("/shelf")
    let form = try #require(browser.topLayer?.node)
    let token = try #require(form.first("input", where: ["name": "~token"])?["value"])
    let tap = try #require(try browser.control("Deutsch")["value"])
    let response = try await InProcessTransport(server).send(
      BrowserRequest(
        method: "POST", target: form["action"] ?? "/",
        headers: [
          ("Origin", "http://localhost"), ("Cookie", browser.cookieHeader),
          ("Content-Type", "application/x-www-form-urlencoded"), ("Cairn-Page", "none"),
        ],
        body: Array("~token=\(token)&~tap=\(tap)".utf8)))
    #expect(response.status == 200)
    #expect(response.header("Location") == nil)
    #expect(response.text.contains(#""lang":"de "#))
    #expect(response.headerValues("Set-Cookie").contains { $0.hasPrefix("cairn-language=de;") })
  }

  @Test func `The script knows the language of a page if there are several`() async throws {
    let german = browser("de")
    try await german.open("/shelf")
    let meta = german.document?.first("meta", where: ["name": "cairn-page"])
    #expect(meta?["data-lang"]?.hasPrefix("de ") == true)
    let patch = try await LanguageTransport(server, "ar").send(
      BrowserRequest(
        target: "/shelf", headers: [("Cookie", german.cookieHeader), ("Cairn-Page", "0")]))
    #expect(patch.text.contains(#""lang":"ar "#))
  }

  @Test func `A catalog with an error prevents the server's start`() {
    struct Broken: App {
      static var strings: StringCatalog? {
        get throws { try StringCatalog("{}".utf8, name: "Broken.xcstrings") }
      }
      var body: some Scene { WindowGroup { Text(verbatim: "") } }
    }
    let error = #expect(throws: ServerError.self) {
      try Server { Mount("/", Broken.self) }
    }
    #expect(error?.description == "Broken.xcstrings: 'sourceLanguage' is missing.")
  }

  @Test func `A complete catalog is accepted, and an incomplete one is reported`() {
    struct Incomplete: App {
      static var languages: [Language] { [.english, .german] }
      static var strings: StringCatalog? {
        get throws { try StringCatalog(#"{"sourceLanguage":"en","strings":{"Note":{}}}"#.utf8) }
      }
      var body: some Scene { WindowGroup { Text("Note") } }
    }
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    expectCompleteStrings(of: CatalogShelf.self, sources: ["/\(folder)/CatalogShelf.swift"])
    withKnownIssue {
      expectCompleteStrings(of: Incomplete.self)
    } matching: {
      $0.description.contains(#"de: "Note" is missing"#)
    }
  }

  @Test func `A literal without a key, and a source that isn't valid, are reported`() throws {
    struct Complete: App {
      static var strings: StringCatalog? {
        get throws { try StringCatalog(#"{"sourceLanguage":"en","strings":{"Note":{}}}"#.utf8) }
      }
      var body: some Scene { WindowGroup { Text("Note") } }
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "Shop.swift")
    try Data("Text(\"Note\")\n".utf8).write(to: file)
    expectCompleteStrings(of: Complete.self, sources: [folder.path])
    for (line, message) in [
      ("Text(\"Hello\")", "2: \"Hello\" isn't in the string catalog"),
      ("Text(\"Hello)", "2: The string literal isn't closed."),
    ] {
      try Data("Text(\"Note\")\n\(line)\n".utf8).write(to: file)
      withKnownIssue {
        expectCompleteStrings(of: Complete.self, sources: [folder.path])
      } matching: {
        $0.description.contains("\(file.path):\(message)")
      }
    }
  }
}
