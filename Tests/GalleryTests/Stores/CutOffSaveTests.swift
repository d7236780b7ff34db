import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The server stops between running a form and storing the result, and the browser repeats the form.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct CutOffSaveTests {
  private let store = FaultyStore()

  @Test(arguments: [false, true], [false, true])
  func `Its repeat doesn't add the item again`(isLost: Bool, hasScene: Bool) async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory/add")
    if hasScene { try await browser.click("Apply") }
    let request = try browser.submission(
      tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "Once")],
      cookies: browser.cookies)
    let transport = site.transport
    store.hold()
    async let cutOff = transport.send(request)
    await store.holds(1)
    try await site.restart()
    let location: String?
    if isLost {
      async let repeated = transport.send(request)
      await store.holds(2)
      store.release(failingFirst: true)
      #expect(try await cutOff.status == 503)
      location = try await repeated.header("Location")
    } else {
      // The result was stored, but the browser didn't get the response.
      store.release()
      let lost = try await cutOff.header("Location")
      location = try await transport.send(request).header("Location")
      #expect(location == lost)
    }
    #expect(site.names.filter { $0 == "Once" }.count == 1)
    #expect(store.sceneCount == 1)
    try await browser.open(try #require(location))
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    #expect(browser.rows.filter { $0.contains("Once") }.count == 1)
    // Repeat it after the commit.
    #expect(try await transport.send(request).header("Location") == location)
    #expect(site.names.count == 5)
  }
}
