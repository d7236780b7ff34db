import Cairn
import CairnHTTP
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// A server that shares its host, so everything is below its prefix.
@Suite(.withoutScript(.requests)) struct PathPrefixServerTests {
  private struct Site {
    let server: Server
    let folder: PublicFolder
    var transport: InProcessTransport { InProcessTransport(server) }

    init(_ prefix: String, origin: String? = nil) throws {
      folder = try PublicFolder([
        "logo.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "own.css": "a { color: red }",
      ])
      var settings = ServerSettings()
      settings.pathPrefix = prefix
      settings.publicOrigin = origin
      settings.publicDirectories = [folder.path]
      server = try Server(settings: settings) {
        Mount("/", BookcaseApp.self)
        Mount("/other", BookcaseApp.self)
        Endpoint(.get, "/version") { _ in .text("1.0") }
        Endpoint(.get, "/files/*path") { _ in .text("file") }
      }
    }

    func status(_ target: String) async throws -> Int {
      try await transport.send(BrowserRequest(target: target)).status
    }
  }

  @Test func `All URLs of a page are below the prefix`() async throws {
    let site = try Site("/a")
    for (page, form) in [("/a", "/a"), ("/a/note", "/a/note"), ("/a/other/note", "/a/other/note")] {
      let browser = Browser(site.transport)
      try await browser.open(page)
      #expect(browser.status == 200)
      let document = try #require(browser.document)
      let urls = ["href", "src"].flatMap { name in
        document.all().compactMap { $0[name] }
      }
      // The style sheet, the icon, the script, the image, and the canonical URL.
      #expect(urls.count >= 5)
      for url in urls {
        #expect(url == "/a" || url.hasPrefix("/a/"), "\(url)")
        #expect(try await site.status(url) == 200, "\(url)")
      }
      #expect(document.all("form").allSatisfy { $0["action"]?.hasPrefix(form) == true })
      #expect(urls.contains { $0.wholeMatch(of: /\/a\/public\/logo\.[0-9a-f]{8}\.svg/) != nil })
    }
  }

  @Test func `Forms lead to locations below the prefix`() async throws {
    let site = try Site("/a")
    for root in ["/a", "/a/other"] {
      let browser = Browser(site.transport)
      try await browser.open(root)
      try browser.fill("Title", with: "Ulysses")
      try await browser.click("Add")
      #expect(browser.text.contains("Books: Ulysses"))
      try await browser.click("Note")
      #expect(browser.path == "\(root)/note")
    }
  }

  @Test(arguments: [
    ("/a", 200), ("/a/note", 200), ("/a/other", 200), ("/a/version", 200), ("/a/export.csv", 200),
    ("/a/other/export.csv", 200), ("/a/~health", 200),
    // The server isn't started.
    ("/a/~ready", 503),
    ("/a/public/cairn.css", 200), ("/a/public/own.css", 200), ("/a/files/x/y", 200),
    ("/", 404), ("/other", 404), ("/note", 404), ("/version", 404), ("/export.csv", 404),
    ("/~health", 404), ("/~ready", 404), ("/~live", 404), ("/public/cairn.css", 404),
    ("/ab", 404), ("/ab/version", 404), ("/ab/~health", 404), ("/ab/public/cairn.css", 404),
    ("/A", 404), ("/a/a", 404), ("/b/a", 404), ("/a/~other", 404),
  ])
  func `Only paths below the prefix are served`(target: String, status: Int) async throws {
    let site = try Site("/a")
    #expect(try await site.status(target) == status)
  }

  @Test(arguments: ["/elsewhere", "/ab", "/"])
  func `The log shows that a path isn't below the prefix`(target: String) throws {
    let site = try Site("/a")
    let request = try #require(HTTPRequest(target: target, headers: ["Host": "localhost"]))
    guard case .now(let response) = site.server.responder.respond(to: request) else {
      Issue.record("The response isn't immediate.")
      return
    }
    #expect(response.status == .notFound)
    #expect(response.rejection == .outsidePrefix)
  }

  @Test(arguments: [("/elsewhere", 404), ("/a/public/own.css", 416)])
  func `Error pages have the files and the start page of the prefix`(
    target: String, status: Int
  ) async throws {
    let site = try Site("/a")
    let response = try await site.transport.send(
      BrowserRequest(target: target, headers: [("Range", "bytes=999-")]))
    #expect(response.status == status)
    let urls = response.text.matches(of: /href="([^"]*)"/).map { String($0.1) }
    // The style sheet, the icon, and the link.
    #expect(urls.count == 3)
    #expect(urls.last == "/a")
    for url in urls.dropLast() {
      #expect(url.hasPrefix("/a/public/"))
      #expect(try await site.status(url) == 200)
    }
  }

  @Test(arguments: [
    ("/a", "https://example.org", "__Secure-cairn-a", "/a"),
    ("/a/b-c", "https://example.org", "__Secure-cairn-a-b-c", "/a/b-c"),
    ("/a", "http://localhost", "cairn-8080-a", "/a"),
    ("", "https://example.org", "__Host-cairn", "/"),
  ])
  func `The cookie is limited to the prefix`(
    prefix: String, origin: String, name: String, path: String
  ) async throws {
    let site = try Site(prefix, origin: origin)
    let page = try await site.transport.send(BrowserRequest(target: prefix.isEmpty ? "/" : prefix))
    let cookie = try #require(page.header("Set-Cookie"))
    #expect(cookie.hasPrefix("\(name)="))
    #expect(cookie.contains("; Path=\(path); "))
    #expect(cookie.contains("; Secure") == origin.hasPrefix("https"))
  }

  @Test(arguments: ["/a b", "//", "/..", "/~a", "/ä"])
  func `An invalid prefix is rejected`(prefix: String) {
    #expect(throws: ServerError.self) { try Site(prefix) }
  }

  @Test func `Public files have addresses that can be cached forever`() async throws {
    let site = try Site("/a")
    let page = try await site.transport.send(BrowserRequest(target: "/a"))
    let url = try #require(page.text.firstMatch(of: /src="(\/a\/public\/logo\.[^"]*)"/)?.1)
    let hashed = try await site.transport.send(BrowserRequest(target: String(url)))
    #expect(hashed.header("Cache-Control") == "public, max-age=31536000, immutable")
    #expect(hashed.header("Content-Type") == "image/svg+xml")
    let plain = try await site.transport.send(BrowserRequest(target: "/a/public/logo.svg"))
    #expect(plain.header("Cache-Control") == "no-cache")
    let tag = try #require(plain.header("ETag"))
    let known = try await site.transport.send(
      BrowserRequest(target: "/a/public/logo.svg", headers: [("If-None-Match", tag)]))
    #expect(known.status == 304)
    let part = try await site.transport.send(
      BrowserRequest(target: String(url), headers: [("Range", "bytes=0-3"), ("If-Range", tag)]))
    #expect(part.status == 206)
    #expect(part.text == "<svg")
  }
}
