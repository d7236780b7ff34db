import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Signing in behind a proxy that reports the addresses of browsers.
@Suite(.restarting, .withoutScript(.requests)) struct MemberProxyFlowTests {
  /// Sends the requests of a browser as a proxy does.
  private struct Forwarded: BrowserTransport {
    let socket: SocketTransport
    let address: String
    var origin: String { socket.origin }

    func send(_ request: BrowserRequest) async throws -> BrowserResponse {
      var request = request
      request.headers.append(("X-Forwarded-For", address))
      return try await socket.send(request)
    }
  }

  private func signIn(_ browser: Browser, password: String) async throws {
    try browser.fill("Email", with: MembersFlowTests.email)
    try browser.fill("Password", with: password)
    try await browser.click("Sign in")
  }

  @Test func `Failed attempts from another address don't delay a member`() async throws {
    try await GallerySite.listening(trustedProxies: ["127.0.0.1"]) { _, socket in
      let ada = Browser(Forwarded(socket: socket, address: "192.0.2.1"))
      try await ada.open("/members/sign-up")
      try ada.fill("Email", with: MembersFlowTests.email)
      try ada.fill("Password", with: MembersFlowTests.password)
      try await ada.click("Sign up")
      try await ada.click("Sign out")
      let other = Browser(Forwarded(socket: socket, address: "192.0.2.2"))
      try await other.open("/members")
      for _ in 1...6 { try await signIn(other, password: "analytical engine") }
      #expect(other.text.contains("Too many attempts."))
      try await signIn(ada, password: MembersFlowTests.password)
      #expect(ada.text.contains("Signed in as \(MembersFlowTests.email)."))
    }
  }
}
