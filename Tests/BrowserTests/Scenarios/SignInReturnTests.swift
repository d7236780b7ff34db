import CairnServer
import CairnTesting
import Testing

@testable import WebDriver

/// Users who sign in at another site, which returns with a `POST`.
@Suite("Browser: signing in with another site")
struct SignInReturnTests {
  /// Runs a test with the server of an application and the server of its provider.
  private func serve(_ body: (_ site: ServerOfTest, _ provider: ServerOfTest) async throws -> Void)
    async throws
  {
    try await ServerOfTest.run { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/", ThemeApp.self)
        OtherSite.signIn
      }
    } test: { provider in
      let origin = provider.origin(host: "localhost")
      try await ServerOfTest.run { settings, sessions in
        let target = "http://127.0.0.1:\(settings.port)/sign-in/return"
        return try Server(settings: settings, sessions: sessions) {
          Mount("/", MembersApp.self)
          signInByForm(with: IdentityProvider(at: origin, returningTo: target))
        }
      } test: { site in
        try await body(site, provider)
      }
    }
  }

  /// Begins to sign in, and returns the state for the provider.
  private func begin(_ browser: Browser) async throws -> String {
    let answer = try await browser.send(BrowserRequest(target: "/sign-in"))
    let url = try #require(answer.header("Location"))
    return String(try #require(url.firstMatch(of: /state=([^&]+)/)).1)
  }

  /// Returns to the site with a form of the provider.
  private func post(
    _ state: String, code: String = IdentityProvider.code, from browser: Browser,
    of provider: ServerOfTest
  ) async throws {
    try await browser.post(
      "/sign-in/return", fields: [("state", state), ("code", code)],
      fromSite: provider.origin(host: "localhost"))
  }

  @Test func `A form of the provider signs the user in`() async throws {
    try await serve { site, provider in
      let browser = Browser(SocketTransport(port: site.port, timeout: 300))
      try await browser.open("/")
      #expect(browser.text.contains("User: nobody"))
      let state = try await begin(browser)
      try await post(state, from: browser, of: provider)
      #expect(browser.exchanges.map(\.response.status) == [303, 303, 200])
      #expect(browser.exchanges.first?.request.header("Cookie") == nil)
      #expect(browser.path == "/")
      #expect(browser.text.contains("User: ann"))
      // Each state is valid once.
      try await post(state, from: browser, of: provider)
      #expect(browser.exchanges.map(\.response.status) == [303, 403])
    }
  }

  @Test func `A form with another state or code doesn't sign the user in`() async throws {
    try await serve { site, provider in
      let browser = Browser(SocketTransport(port: site.port, timeout: 300))
      try await browser.open("/")
      let state = try await begin(browser)
      let other = Browser(SocketTransport(port: site.port, timeout: 300))
      try await other.open("/")
      _ = try await begin(other)
      try await post(state, from: other, of: provider)
      #expect(other.exchanges.map(\.response.status) == [303, 403])
      try await post(state, code: "4", from: browser, of: provider)
      #expect(browser.exchanges.map(\.response.status) == [303, 403])
      for browser in [browser, other] {
        try await browser.open("/")
        #expect(browser.text.contains("User: nobody"))
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A user signs in at a provider whose page is on another site`(hasScripts: Bool) async throws
  {
    try await serve { site, provider in
      try await Chromium.run(Chromium.Options(javaScript: hasScripts)) { chromium in
        try await chromium.open("\(site.origin())/")
        #expect(try await chromium.text.contains("User: nobody"))
        try await chromium.click("Sign in")
        try await chromium.waitFor("the provider") {
          try await chromium.url.hasPrefix("\(provider.origin(host: "localhost"))/authorize")
        }
        try await chromium.click("Continue")
        try await chromium.waitFor("the page") { try await chromium.heading == "Members" }
        #expect(try await chromium.path == "/")
        #expect(try await chromium.text.contains("User: ann"))
        #expect(try await chromium.complaints == [])
      }
    }
  }
}
