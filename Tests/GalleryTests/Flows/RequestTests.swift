import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Responses to requests that the framework's pages don't send.
@Suite(.restarting, .withoutScript(.requests)) struct RequestTests {
  @Test(arguments: ["/nothing", "/inventory.html", "/public/nothing.css", "/nothing/at/all"])
  func `An unknown path returns 404`(path: String) async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: path)
    #expect(browser.status == 404)
    #expect(!browser.heading.isEmpty)
    #expect(!browser.html.contains(path))
    #expect(HTMLDocument.problems(in: browser.html) == [])
  }

  @Test func `An unknown path within an application opens its nearest page`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/nothing")
    #expect(browser.status == 404)
    #expect(browser.heading == "Inventory")
    #expect(browser.notice == "That page doesn't exist. Here's the closest match.")
    #expect(browser.canonical == "/inventory")
  }

  @Test func `A GET sets the cookie and changes nothing else`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    let cookie = try #require(browser.cookies.first)
    #expect(browser.cookies.count == 1)
    #expect(cookie.isHTTPOnly && cookie.sameSite == .lax && cookie.path == "/")
    #expect(site.server.sessionCount == 0)
    for path in ["/", "/inventory/add", "/inventory/items/1", "/inventory/stocktake/summary"] {
      try await browser.open(path)
      #expect(browser.header("Set-Cookie") == nil)
      #expect(browser.status == 200)
      #expect(browser.header("Cache-Control") == "private, no-cache")
      #expect(browser.header("Content-Security-Policy")?.contains("unsafe-inline") == false)
      #expect(browser.header("Referrer-Policy") == "same-origin")
    }
    #expect(site.server.sessionCount == 0)
    #expect(site.names.count == 4)
    // A GET doesn't change the scene in its URL either.
    try await browser.open("/inventory")
    try await browser.click("Add")
    #expect(site.server.sessionCount == 1)
    let sceneID = try #require(browser.sceneID)
    let tab = browser.newTab()
    try await tab.open("/inventory/items/1?~\(sceneID)")
    #expect(tab.heading == "Edit item")
    try await browser.reload()
    #expect(browser.heading == "Add item")
  }

  @Test func `HEAD returns the headers of GET without a body`() async throws {
    try await GallerySite.listening { _, transport in
      let browser = Browser(transport)
      let get = try await browser.send(BrowserRequest(target: "/inventory"))
      let head = try await browser.send(BrowserRequest(method: "HEAD", target: "/inventory"))
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head.header("Content-Type") == get.header("Content-Type"))
      #expect(head.header("Content-Length") == get.header("Content-Length"))
      let missing = try await browser.send(BrowserRequest(method: "HEAD", target: "/nothing"))
      #expect(missing.status == 404)
    }
  }

  @Test(arguments: ["null", "http://evil.example", "http://localhost.evil.example", "nonsense"])
  func `A POST from another origin is rejected and not echoed`(origin: String) async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    var request = try browser.submission(
      tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "Echo?")])
    request.headers.removeAll { $0.0 == "Origin" }
    request.headers.append(("Origin", origin))
    let response = try await browser.send(request)
    #expect(response.status == 403)
    #expect(!response.text.contains("Echo"))
    #expect(response.header("Set-Cookie") == nil)
    #expect(HTMLDocument.problems(in: response.text) == [])
    #expect(site.names.count == 4)
    #expect(site.server.sessionCount == 0)
  }

  @Test(arguments: ["cross-site", "same-site"]) func `Cross-site fetch metadata is rejected`(
    site fetchSite: String
  )
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    var request = try browser.submission(tap: browser.tap("Cancel"))
    request.headers.append(("Sec-Fetch-Site", fetchSite))
    #expect(try await browser.send(request).status == 403)
  }

  @Test func `A page of another site can't post`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    try await browser.post(
      "/inventory/add", fields: [("~tap", "1"), ("name", "Echo?")], fromSite: "http://evil.example")
    #expect(browser.status == 403)
    #expect(!browser.html.contains("Echo"))
  }

  @Test func `A form without a cookie is shown again with its content`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    try browser.fill("Name", with: "Cookieless")
    try browser.fill("Quantity", with: "abc")
    browser.removeCookies()
    try await browser.click("Save")
    #expect(site.names.count == 4)
    #expect(browser.status == 409)
    #expect(browser.heading == "Add item")
    #expect(browser.notice != nil)
    #expect(try browser.field("Name").value == "Cookieless")
    #expect(try browser.field("Quantity").value == "abc")
    #expect(browser.cookies.count == 1)
    #expect(site.server.sessionCount == 0)
    browser.expectGoodSource()
    try browser.fill("Quantity", with: "3")
    try await browser.click("Save")
    #expect(try site.item("Cookieless").status == .inStock(quantity: 3))
  }

  @Test func `A token of another session doesn't run a button`() async throws {
    let site = try GallerySite()
    let victim = try await site.browser(at: "/inventory/add")
    let attacker = try await site.browser(at: "/inventory/add")
    let token = try #require(
      attacker.topLayer?.node.first("input", where: ["name": "~token"])?["value"])
    let request = try victim.submission(
      tap: victim.tap("Save"), fields: [(victim.fieldName("Name"), "Forged")], token: token)
    let response = try await victim.send(request)
    #expect(response.status == 409)
    #expect(site.names.count == 4)
    for token in ["", "x", String(repeating: "A", count: 100_000), token + "A"] {
      let request = try victim.submission(tap: victim.tap("Save"), token: token)
      #expect(try await victim.send(request).status == 409)
    }
  }

  @Test func `A tap in a covered layer is rejected`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    let takeStock = try browser.tap("Take stock")
    let delete = try browser.tap("Delete", in: .row("Mouse"))
    try await browser.click("Add")
    for tap in [takeStock, delete, "0123456789abcdef", "nonsense"] {
      let request = try browser.submission(tap: tap)
      let response = try await browser.send(request)
      #expect(response.status == 303)
      try await browser.open(try #require(response.header("Location")))
      #expect(browser.path == "/inventory/add")
      #expect(browser.dialogs.map(\.kind) == ["sheet"])
      if tap != "nonsense" { #expect(browser.notice != nil) }
    }
    #expect(site.names.count == 4)
  }

  @Test func `Fields that the page doesn't have are reported`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory")
    let form = try await site.browser(at: "/inventory/add")
    let request = try browser.submission(
      tap: browser.tap("Add"),
      fields: [
        (form.fieldName("Name"), "Smuggled"), ("~f.0.0", "x"), ("~f", "x"), ("", ""),
        ("name", "x"),
      ])
    let response = try await browser.send(request)
    try await browser.open(try #require(response.header("Location")))
    // Like a removed field, an unexpected field keeps the button from running.
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice?.contains("no longer available") == true)
    try await browser.click("Add")
    #expect(browser.heading == "Add item")
    #expect(try browser.field("Name").value == "")
  }

  @Test func `A POST to another path runs in the scene of its page`() async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    for target in ["/", "/inventory/items/1", "/inventory/add?~unknown"] {
      var request = try browser.submission(
        tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "At \(target)")])
      request.target = target
      #expect(try await browser.send(request).status == 303)
      #expect(site.names.last == "At \(target)")
    }
  }

  @Test func `Forms work over a socket`() async throws {
    try await GallerySite.listening { site, transport in
      let browser = Browser(transport)
      try await browser.open("/")
      try await browser.click("Inventory")
      try await browser.click("Add")
      try browser.fill("Name", with: "Über <Draht> & Faß")
      try browser.fill("Quantity", with: "abc")
      try await browser.click("Save")
      #expect(try browser.field("Quantity").value == "abc")
      try browser.fill("Quantity", with: "12")
      try await browser.click("Save")
      #expect(browser.path == "/inventory")
      #expect(site.names.last == "Über <Draht> & Faß")
      try await browser.click("Delete", in: .row("Mouse"))
      try await browser.click("Delete")
      #expect(browser.rows.count == 4)
      let style = try #require(
        browser.document?.first("link", where: ["rel": "stylesheet"])?["href"])
      let sheet = try await browser.send(BrowserRequest(target: style))
      #expect(sheet.status == 200)
      #expect(sheet.header("Cache-Control")?.contains("immutable") == true)
    }
  }
}
