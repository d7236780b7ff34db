import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: an answer that leads elsewhere, or does not come")
struct ElsewhereTests {
  /// Shows the inventory to who is known, and begins an item.
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
        // The console says which requests were sent elsewhere.
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
    "a form, and what was typed is there when one is known again",
    arguments: [SignInProxy.Guarded.pages, .everything], [true, false])
  func aForm(guarded: SignInProxy.Guarded, isElsewhere: Bool) async throws {
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

  @Test("a link", arguments: [true, false])
  func aLink(isElsewhere: Bool) async throws {
    try await withProxy(isElsewhere: isElsewhere) { chromium, _, proxy in
      proxy.guarded = .pages
      try await chromium.click("Gallery", leavesPage: false)
      try await expectSignIn(chromium)
    }
  }

  @Test("a link whose page takes longer than anybody waits is the browser's")
  func aLateLink() async throws {
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
      // It was loaded.
      #expect(try await chromium.evaluate("window.isLive === undefined").bool == true)
      _ = try await chromium.complaints
    }
  }
}
