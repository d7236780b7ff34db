import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: redirected or missing responses")
struct ElsewhereTests {
  /// Shows the inventory to a signed-in user and runs a closure.
  private func withProxy(
    isElsewhere: Bool, _ body: @Sendable (Chromium, Site, SignInProxy) async throws -> Void
  ) async throws {
    try await Site.serve { site in
      let proxy = try SignInProxy(to: site.port, isElsewhere: isElsewhere)
      defer { proxy.stop() }
      try await site.visit { chromium in
        try await chromium.open("http://127.0.0.1:\(proxy.port)/inventory")
        try await chromium.settle()
        try await body(chromium, site, proxy)
        // The console reports the requests that were redirected to another site.
        _ = try await chromium.complaints
      }
    }
  }

  private func expectSignIn(_ chromium: Chromium) async throws {
    try await chromium.waitFor("the page to sign in") {
      try await chromium.title == "Sign in"
    }
  }

  @Test(
    arguments: [SignInProxy.Guarded.pages, .everything], [true, false])
  func `A form redirected to a sign-in page keeps typed text for afterward`(
    guarded: SignInProxy.Guarded, isElsewhere: Bool
  ) async throws {
    try await withProxy(isElsewhere: isElsewhere) { chromium, site, proxy in
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.settle()
      let form = try await chromium.url
      proxy.guarded = guarded
      try await chromium.click("Save", leavesPage: false)
      try await expectSignIn(chromium)
      #expect(!site.names.contains("Lamp"))
      proxy.guarded = .nothing
      try await chromium.open(form)
      #expect(try await chromium.dialogs == ["Add item"])
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.click("Save")
      #expect(site.names.filter { $0 == "Lamp" }.count == 1)
    }
  }

  @Test(arguments: [true, false])
  func `A link redirected to a sign-in page leads there`(isElsewhere: Bool) async throws {
    try await withProxy(isElsewhere: isElsewhere) { chromium, _, proxy in
      proxy.guarded = .pages
      try await chromium.click("Gallery", leavesPage: false)
      try await expectSignIn(chromium)
    }
  }

  @Test
  func `A link whose page times out is loaded by the browser`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      try await chromium.evaluate(
        """
        (() => {
          const fetch = window.fetch
          window.isLive = true
          window.fetch = (url, options) =>
            options.redirect && !options.method
              ? Promise.reject(new DOMException("", "TimeoutError"))
              : fetch(url, options)
        })()
        """)
      try await chromium.click("Gallery", leavesPage: false)
      try await chromium.waitFor("the page") { try await chromium.heading == "Gallery" }
      // The browser loaded the page.
      #expect(try await chromium.evaluate("window.isLive === undefined").bool == true)
      _ = try await chromium.complaints
    }
  }
}
