import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The endpoint with the account of the user who has signed in.
@Suite(.withoutScript(.requests)) struct AccountEndpointTests {
  @Test func `Only a user who has signed in gets an account`() async throws {
    let transport = InProcessTransport(try Server { GalleryApp.mounts() })
    let browser = Browser(transport)
    let target = "/menu/tree/account.json"
    let other = try await transport.send(BrowserRequest(target: target))
    #expect(other.status == 401)
    try await browser.open("/menu/tree")
    try await browser.click("Sign in")
    try browser.fill("Email", with: "ada@example.com")
    try await browser.click("Sign in")
    let cookie = browser.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    let own = try await transport.send(
      BrowserRequest(target: target, headers: [("Cookie", cookie)]))
    #expect(own.text == #"{"email":"ada@example.com"}"#)
  }
}
