import CairnHTTP
import Testing

@testable import CairnEndpoints

/// Responses with a sitemap.
@Suite struct SitemapTests {
  private func answer(_ urls: [String]) async throws -> Answer {
    try await Site { Endpoint(.get, "/sitemap.xml") { _ in .sitemap(urls) } }
      .answer("/sitemap.xml")
  }

  @Test func `A sitemap lists encoded URLs`() async throws {
    let answer = try await answer([
      "https://example.org/", "https://example.org/Zürich?a=1&b=<2>",
    ])
    #expect(answer.headers["Content-Type"] == "application/xml; charset=utf-8")
    #expect(
      answer.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc>https://example.org/</loc></url>
        <url><loc>https://example.org/Z%C3%BCrich?a=1&amp;b=%3C2%3E</loc></url>
        </urlset>

        """)
  }

  @Test func `A sitemap can be empty`() async throws {
    let answer = try await answer([])
    #expect(answer.text.hasSuffix("sitemap/0.9\">\n</urlset>\n"))
  }
}
