import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Another client that uses the forms and tokens of a user.
@Suite(.restarting, .withoutScript(.requests)) struct StrangerTests {
  private func token(of browser: Browser) throws -> String {
    try #require(browser.topLayer?.node.first("input", where: ["name": "~token"])?["value"])
  }

  @Test(arguments: [false, true])
  func `A POST from another site without the cookie is rejected`(hasScene: Bool) async throws {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    if hasScene {
      try browser.fill("Name", with: "Applied")
      try await browser.click("Apply")
    }
    let fields = [
      (try browser.fieldName("Name"), "Forged"), ("~tap", try browser.tap("Save")),
      ("~token", try token(of: browser)),
    ]
    let (location, sessions, scenes) = (browser.location, site.sessionCount, site.sceneCount)
    browser.removeCookies()
    try await browser.post(location, fields: fields, fromSite: "http://evil.example")
    #expect(browser.status == 403)
    for secret in ["Forged", "Applied", "Add item", "Keyboard", "~token"] {
      #expect(!browser.html.contains(secret))
    }
    #expect(browser.cookies.isEmpty)
    #expect(site.names.count == 4)
    #expect(site.sessionCount == sessions && site.sceneCount == scenes)
  }

  @Test(arguments: ["as it is", "altered"], [false, true])
  func `A stolen token only shows the sender the current page`(token kind: String, hasSession: Bool)
    async throws
  {
    let site = try GallerySite()
    let victim = try await site.browser(at: "/inventory/add")
    try victim.fill("Name", with: "The secret")
    try await victim.click("Apply")
    let thief = try await site.browser(at: "/inventory/add")
    if hasSession {
      try thief.fill("Name", with: "The thief's own")
      try await thief.click("Apply")
    }
    try await site.inventory.add(Item(name: "Lamp"))

    var token = try token(of: victim)
    if kind == "altered" {
      let middle = token.index(token.startIndex, offsetBy: token.count / 2)
      token.replaceSubrange(middle...middle, with: token[middle] == "A" ? "B" : "A")
    }
    let request = try victim.submission(
      tap: victim.tap("Save"), fields: [(victim.fieldName("Name"), "Typed by the thief")],
      token: token)
    if !hasSession { thief.removeCookies() }
    let response = try await thief.send(request)
    #expect(response.status == 409)
    #expect(response.text.contains("Lamp") && response.text.contains("Typed by the thief"))
    #expect(response.text.contains("wasn't processed"))
    #expect(!response.text.contains("secret"))
    #expect(!response.text.contains(try #require(victim.sceneID)))
    #expect(site.names.count == 5)

    try await victim.reload()
    #expect(try victim.field("Name").value == "The secret")
    #expect(victim.notice == nil)
    guard hasSession else { return }
    try await thief.reload()
    #expect(try thief.field("Name").value == "The thief's own")
  }
}
