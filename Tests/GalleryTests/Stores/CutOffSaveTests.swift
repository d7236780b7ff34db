import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The server ends between what a form did and the storing of it, and the browser sends it again.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct CutOffSaveTests {
  private let store = FaultyStore()

  @Test(arguments: [false, true], [false, true])
  func itsRepeatAddsNothing(isLost: Bool, isBorn: Bool) async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory/add")
    if isBorn { try await browser.click("Apply") }
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
      // It reached the disk, and its answer nobody.
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
    // And once more, when all is stored.
    #expect(try await transport.send(request).header("Location") == location)
    #expect(site.names.count == 5)
  }
}
