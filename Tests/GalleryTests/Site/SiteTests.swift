import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// The files at fixed paths, and the redirect of a sample that has moved, with and without a prefix.
@Suite(.withoutScript(.requests)) struct SiteTests {
  private static let prefixes = ["", "/gallery"]

  private func transport(_ prefix: String) throws -> InProcessTransport {
    var settings = ServerSettings()
    settings.pathPrefix = prefix
    let inventory = try inventory()
    return InProcessTransport(
      try GalleryApp.server(settings) {
        $0.inventory = inventory
        $0.date = .constant(Date(timeIntervalSince1970: 1_767_268_800))
      })
  }

  private func get(_ target: String, prefix: String) async throws -> BrowserResponse {
    try await transport(prefix).send(BrowserRequest(target: prefix + target))
  }

  @Test(arguments: prefixes) func `Search engines find the list of screens`(prefix: String)
    async throws
  {
    let robots = try await get("/robots.txt", prefix: prefix)
    #expect(robots.status == 200)
    #expect(robots.header("Content-Type") == "text/plain; charset=utf-8")
    #expect(
      robots.text == """
        User-agent: *
        Disallow: \(prefix)/members/
        Sitemap: http://localhost:8080\(prefix)/sitemap.xml

        """)
  }

  @Test(arguments: prefixes) func `All screens in the sitemap exist`(prefix: String) async throws {
    let transport = try transport(prefix)
    let sitemap = try await transport.send(BrowserRequest(target: "\(prefix)/sitemap.xml"))
    #expect(sitemap.header("Content-Type") == "application/xml; charset=utf-8")
    let urls = sitemap.text.matches(of: /<loc>([^<]*)<\/loc>/).map { String($0.1) }
    let root = "http://localhost:8080"
    #expect(urls.first == root + (prefix.isEmpty ? "/" : prefix))
    for path in ["/inventory", "/inventory/items/1", "/inventory/items/4", "/trains/home"] {
      #expect(urls.contains(root + prefix + path))
    }
    #expect(!urls.contains { $0.contains("/members") || $0.contains("/items/5") })
    for url in urls {
      #expect(url.hasPrefix(root + prefix))
      let target = String(url.dropFirst(root.utf8.count))
      let page = try await transport.send(BrowserRequest(target: target))
      #expect(page.status == 200, "\(target)")
    }
  }

  @Test(arguments: prefixes) func `Security researchers find an address that hasn't expired`(
    prefix: String
  ) async throws {
    let file = try await get("/.well-known/security.txt", prefix: prefix)
    #expect(file.header("Content-Type") == "text/plain; charset=utf-8")
    #expect(
      file.text == """
        Contact: mailto:security@example.org
        Expires: 2026-04-01T12:00:00Z
        Preferred-Languages: en
        Canonical: http://localhost:8080\(prefix)/.well-known/security.txt

        """)
  }

  @Test(arguments: prefixes) func `Programs that don't read the page find the icon`(prefix: String)
    async throws
  {
    let redirect = try await get("/favicon.ico", prefix: prefix)
    #expect(redirect.status == 307)
    #expect(redirect.header("Location") == "\(prefix)/public/favicon.svg")
    let icon = try await get("/public/favicon.svg", prefix: prefix)
    #expect(icon.status == 200)
    #expect(icon.header("Content-Type")?.hasPrefix("image/svg+xml") == true)
  }

  @Test(arguments: prefixes) func `A page of a sample that has moved is redirected`(prefix: String)
    async throws
  {
    for (old, new) in [
      ("/stock", "/inventory"), ("/stock/items/2?a=b", "/inventory/items/2?a=b"),
      ("/%73tock/items/2", "/inventory/items/2"), ("/stock/a%2Fb%20c", "/inventory/a%2Fb%20c"),
    ] {
      let redirect = try await get(old, prefix: prefix)
      #expect(redirect.status == 308)
      #expect(redirect.header("Location") == prefix + new)
    }
    #expect(try await get("/inventory/items/2", prefix: prefix).status == 200)
    for other in ["/stocks", "/inventory/stock", "/inventory"] {
      #expect(try await get(other, prefix: prefix).header("Location") == nil)
    }
  }

  @Test func `Absolute URLs have the public origin`() {
    var settings = ServerSettings()
    settings.publicOrigin = "https://example.org"
    settings.pathPrefix = "/gallery"
    let address = GalleryApp.address(settings)
    #expect(address.url("/a") == "https://example.org/gallery/a")
    #expect(address.url("/") == "https://example.org/gallery")
  }
}
