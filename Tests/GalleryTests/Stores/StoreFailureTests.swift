import CairnDependencies
import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The session store fails. The page reports it, and changes are neither lost nor repeated.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct StoreFailureTests {
  private let store = FaultyStore()

  /// A browser with a stored sheet that contains a name.
  private func adding(on site: GallerySite) async throws -> Browser {
    let browser = try await site.browser(at: "/inventory")
    try await browser.click("Add")
    try browser.fill("Name", with: "Webcam")
    try await browser.click("Apply")
    return browser
  }

  private func expectUnavailable(
    _ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(browser.status == 503, sourceLocation: sourceLocation)
    #expect(browser.header("Cache-Control") == "no-store", sourceLocation: sourceLocation)
    #expect(browser.header("Retry-After") != nil, sourceLocation: sourceLocation)
    for words in ["Nothing was changed", "go back and submit it again", "processed twice"] {
      #expect(browser.text.contains(words), sourceLocation: sourceLocation)
    }
  }

  @Test func `A form that can't be stored is rejected and can be submitted again`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await adding(on: site)
    let location = browser.location
    try browser.fill("Name", with: "Camera")
    store.fail(.commit)
    for _ in 0..<2 {
      try await browser.click("Apply")
      expectUnavailable(browser)
      try await browser.back()
      #expect(try browser.field("Name").value == "Camera")
    }
    // Acknowledged changes are there, and rejected changes aren't.
    let other = browser.newTab()
    try await other.open(location)
    #expect(try other.field("Name").value == "Webcam")

    store.clearFaults()
    try await browser.click("Apply")
    #expect(browser.status == 200)
    #expect(browser.notice == nil)
    #expect(try browser.field("Name").value == "Camera")
    try await site.restart()
    try await browser.reload()
    #expect(try browser.field("Name").value == "Camera")
  }

  @Test(arguments: [false, true])
  func `A save that can't be stored runs once after all repeats`(hasRestart: Bool) async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await adding(on: site)
    let request = try browser.submission(
      tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "Webcam")])
    store.fail(.commit)
    for _ in 0..<3 { #expect(try await browser.send(request).status == 503) }
    store.clearFaults()
    if hasRestart { try await site.restart() }
    let answer = try await browser.send(request)
    #expect(answer.status == 303)
    let location = try #require(answer.header("Location"))
    #expect(try await browser.send(request).header("Location") == location)
    try await browser.open(location)
    #expect(browser.pile == ["screen Inventory"])
    #expect(site.names.filter { $0 == "Webcam" }.count == 1)
  }

  @Test func `Counting continues from the acknowledged value`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory/stocktake/1")
    try await browser.click("Increment")
    for _ in 0..<5 {
      store.fail(.commit)
      try await browser.click("Increment")
      #expect(browser.status == 503)
      store.clearFaults()
      try await browser.back()
      // Another button doesn't repeat the failed form, which must not have any effect.
      try await browser.click("Decrement")
      try await browser.click("Increment")
      #expect(try browser.field("Counted").value == "101")
    }
  }

  @Test func `The first form of a session can be submitted again`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory")
    store.fail(.commit)
    try await browser.click("Add")
    expectUnavailable(browser)
    #expect(store.sceneCount == 0)
    store.clearFaults()
    try await browser.back()
    try await browser.click("Add")
    #expect(browser.pile == ["screen Inventory", "sheet Add item"])
    #expect(store.sceneCount == 1)
    #expect(site.server.sceneCount == 1)
  }

  @Test func `A page that can't be loaded returns an error`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await adding(on: site)
    try await site.restart()
    store.fail(.load)
    try await browser.reload()
    expectUnavailable(browser)
    // Visitors that don't need the store are still served.
    let stranger = try await site.browser(at: "/inventory")
    #expect(stranger.status == 200)
    store.clearFaults()
    try await browser.reload()
    #expect(browser.status == 200)
    #expect(try browser.field("Name").value == "Webcam")
  }

  @Test func `A form whose scene can't be loaded can be submitted again`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await adding(on: site)
    try await site.restart()
    store.fail(.load)
    try await browser.click("Save")
    expectUnavailable(browser)
    #expect(site.names.count == 4)
    store.clearFaults()
    try await browser.back()
    try await browser.click("Save")
    #expect(site.names.last == "Webcam")
    #expect(browser.notice == nil)
  }

  @Test func `Changes of an effect are stored after the store recovers`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await adding(on: site)
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    let commits = store.commits
    store.fail(.commit)
    await site.clock.advance(by: .seconds(1))
    await store.hasFailed(1)
    await site.clock.advance(by: .seconds(1))
    await store.hasFailed(2)
    try await browser.reload()
    #expect(browser.text.contains("closes in 3 seconds"))
    store.clearFaults()
    await site.clock.advance(by: .seconds(1))
    await store.hasCommitted(commits + 1)
    try await site.restart()
    try await browser.reload()
    #expect(browser.text.contains("closes in 2 seconds"))
    #expect(browser.notice?.contains("restart stopped the timer") == true)
  }

  @Test func `A form stores the earlier changes of an effect too`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await adding(on: site)
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    store.fail(.commit)
    await site.clock.advance(by: .seconds(1))
    await store.hasFailed(1)
    store.clearFaults()
    try browser.fill("Name", with: "Camera")
    try await browser.click("Apply")
    try await site.restart()
    try await browser.reload()
    #expect(browser.text.contains("closes in 4 seconds"))
    #expect(try browser.field("Name").value == "Camera")
  }
}
