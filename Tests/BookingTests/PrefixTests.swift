import CairnTesting
import Testing
import Ways

@testable import Booking

/// The application below a prefix, as a proxy passes requests on.
@Suite(.withoutScript(.requests)) struct PrefixTests {
  @Test func `All links of the application are below its prefix`() async throws {
    let site = try BookingSite(prefix: "/booking")
    let browser = try await site.flow.browser(at: "/booking")
    let source = /<img src="(\/booking\/public\/logo\.[0-9a-f]{8}\.svg)" alt="">/
    let logo = try #require(browser.html.firstMatch(of: source)?.1)
    let image = try await site.flow.transport.send(BrowserRequest(target: String(logo)))
    #expect(image.header("Content-Type") == "image/svg+xml")
    #expect(image.header("Cache-Control")?.contains("immutable") == true)
    try browser.fill("Name", with: "Ann")
    try browser.fill("Password", with: BookingSite.password)
    try await browser.click("Sign up")
    #expect(browser.heading == "Rooms")
    let urls = browser.html.matches(of: /(?:href|src|action)="([^"]*)"/).map { String($0.1) }
    #expect(urls.count > 50)
    for url in urls { #expect(url.hasPrefix("/booking"), "\(url)") }
    let styles = try #require(urls.first { $0.contains("booking.") && $0.hasSuffix(".css") })
    let response = try await site.flow.transport.send(BrowserRequest(target: styles))
    #expect(response.header("Cache-Control")?.contains("immutable") == true)
  }
}
