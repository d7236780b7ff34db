import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

/// Endpoints with the texts of their application, in the language of the request.
@Suite(.withoutScript(.requests)) struct EndpointLanguageTests {
  private struct Shop: App {
    static var languages: [Language] { [.english, .german] }
    static var strings: StringCatalog? { get throws { try CatalogShelf.strings } }

    var body: some Scene { WindowGroup { Text(verbatim: "") } }

    static var endpoints: [Endpoint] {
      Endpoint(.get, "/note") { _ in .text(note) }
      Endpoint(.get, "/note/session") { _ in .text(note) }.withSession()
      Endpoint(.get, "/plain") { _ in .text("") }
      Endpoint(.get, "/own") { _ in .text("") }.requiringOwner()
      Endpoint(.get, "/never") { _ in .text("") }.guarded { _ in false }
      Endpoint(.post, "/order") { _ in .noContent }
      Endpoint(.get, "/choose/:tag") { request in
        @Dependency(\.languageChoice) var choice
        choice.select(Language(try request.path("tag")))
        return .text(note)
      }
    }

    private static var note: String {
      @Dependency(\.locale) var locale
      return String(localized: "Note") + " " + locale.identifier
    }
  }

  private let server: Server

  init() throws {
    var settings = ServerSettings()
    settings.port = 0
    server = try Server(settings: settings) { Mount("/shop", Shop.self) }
  }

  private func get(
    _ target: String, _ language: String, cookie: String = ""
  ) async throws -> BrowserResponse {
    let headers = cookie.isEmpty ? [] : [("Cookie", cookie)]
    return try await LanguageTransport(server, language).send(
      BrowserRequest(target: target, headers: headers))
  }

  @Test(arguments: ["/shop/note", "/shop/note/session"])
  func `An endpoint has the texts and locale of its application`(target: String) async throws {
    let german = try await get(target, "de")
    #expect(german.text == "Notiz de")
    let english = try await get(target, "en")
    #expect(english.text == "Note en")
    #expect(german.header("Vary") == "Accept-Language, Cookie")
    #expect(english.header("Vary") == "Accept-Language, Cookie")
    let chosen = try await get(target, "en", cookie: "cairn-language=de")
    #expect(chosen.text == "Notiz de")
  }

  @Test func `An endpoint that reads no texts doesn't vary`() async throws {
    #expect(try await get("/shop/plain", "de").header("Vary") == nil)
  }

  @Test(arguments: ["/shop/own", "/shop/never"])
  func `A guard rejects a user in the user's language`(target: String) async throws {
    let german = try await get(target, "de")
    #expect(german.status == 401)
    #expect(german.header("Vary") == "Accept-Language, Cookie, Accept")
    #expect(german.text.contains(#""detail":"Melden Sie sich zuerst an.""#))
    let english = try await get(target, "en")
    #expect(english.text.contains(#""detail":"Sign in first.""#))
  }

  @Test func `A browser that opens the URL of an endpoint gets an error page`() async throws {
    let response = try await LanguageTransport(server, "de").send(
      BrowserRequest(
        target: "/shop/own", headers: [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")]))
    #expect(response.status == 401)
    #expect(response.header("Content-Type") == "text/html; charset=utf-8")
    #expect(response.header("Vary") == "Accept-Language, Cookie, Accept")
    #expect(response.text.contains("lang=\"de\""))
    #expect(response.text.contains("Melden Sie sich zuerst an."))
    #expect(!response.text.contains("\"detail\""))
  }

  @Test func `A request of another site is rejected in the user's language`() async throws {
    let response = try await LanguageTransport(server, "de").send(
      BrowserRequest(
        method: "POST", target: "/shop/order", headers: [("Origin", "https://evil.example")]))
    #expect(response.status == 403)
    #expect(response.text.contains("Die Anfrage kam nicht von einer Seite dieses Servers."))
  }

  @Test func `Below a prefix, the choice doesn't affect other servers on the host`() async throws {
    var settings = ServerSettings()
    settings.port = 0
    settings.pathPrefix = "/a"
    let server = try Server(settings: settings) { Mount("/shop", Shop.self) }
    let response = try await LanguageTransport(server, "en").send(
      BrowserRequest(target: "/a/shop/choose/de"))
    let cookie = try #require(response.headerValues("Set-Cookie").first)
    #expect(cookie.contains("; Path=/a; "))
    let own = try await get("/shop/choose/de", "en")
    let wide = try #require(own.headerValues("Set-Cookie").first)
    #expect(wide.contains("; Path=/; "))
  }

  @Test func `An endpoint chooses the language`() async throws {
    let response = try await get("/shop/choose/de", "en")
    #expect(response.text == "Notiz de")
    #expect(response.headerValues("Set-Cookie").contains { $0.hasPrefix("cairn-language=de;") })
    #expect(response.header("Cache-Control") == "private, no-store")
    let unknown = try await get("/shop/choose/fr", "en")
    #expect(unknown.text == "Note en")
    #expect(unknown.headerValues("Set-Cookie").isEmpty)
  }
}
