import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// `.task` and `.onAppear` of views on the server.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct AppearanceTests {
  @Test func `A page without a scene shows the result of onAppear`() async throws {
    let browser = Browser(InProcessTransport(try sampleServer()))
    try await browser.open("/sample")
    #expect(browser.text.contains("Visits: 1"))
    #expect(browser.refreshDelay == nil)
    // Each page without a scene runs its own `.onAppear`.
    try await browser.reload()
    #expect(browser.text.contains("Visits: 1"))
  }

  @Test func `A view's onAppear runs once per scene`() async throws {
    let browser = Browser(InProcessTransport(try sampleServer()))
    try await browser.open("/sample")
    try await browser.click("Detail")
    #expect(browser.heading == "Detail")
    #expect(browser.text.contains("Visits: 1"))
    try await browser.click("Apply")
    try await browser.reload()
    #expect(browser.text.contains("Visits: 1"))
  }

  @Test func `The task of a page without a scene ends with the page`() async throws {
    let probe = Probe()
    let browser = Browser(InProcessTransport(try sampleServer(probe)))
    try await browser.open("/sample/detail")
    #expect(browser.text.contains("Steps: "))
    #expect(!browser.buttons.contains("Update"))
    #expect(probe.begun("detail") == 1)
    await probe.reach(0, "detail")
  }

  @Test(arguments: ["/sample", "/plain"])
  func `A scene's task runs as long as its view is shown`(path: String) async throws {
    let probe = Probe()
    let browser = Browser(InProcessTransport(try sampleServer(probe)))
    try await browser.open(path)
    try await browser.click("Detail")
    #expect(browser.text.contains("Steps: 3"))
    await probe.reach(1, "detail")
    try browser.fill("Text", with: "typed")
    try await browser.click("Apply")
    #expect(probe.begun("detail") == 1)
    try await browser.clickBackdrop()
    #expect(browser.heading == "Sample")
    await probe.reach(0, "detail")
  }

  @Test(arguments: ["/sample", "/plain"])
  func `Effects end with the session`(path: String) async throws {
    let probe = Probe()
    let clock = TestClock()
    let server = try sampleServer(probe, clock: clock)
    let browser = Browser(InProcessTransport(server))
    try await browser.open(path)
    try await browser.click("Tick")
    #expect(browser.refreshDelay == 1)
    await clock.advance(by: .seconds(2))
    try await browser.reload()
    #expect(browser.text.contains("Ticks: 2"))
    try await browser.click("Detail")
    await probe.reach(1, "detail")
    await server.stop()
    #expect(server.sessionCount == 0)
    await clock.advance(by: .seconds(1))
    await probe.reach(0, "ticks")
    await probe.reach(0, "detail")
  }

  @Test func `Effects of scenes beyond the limit end`() async throws {
    let probe = Probe()
    let server = try sampleServer(probe)
    let browser = Browser(InProcessTransport(server))
    for _ in 0..<(ServerSettings().scenesPerSession + 3) {
      let tab = browser.newTab()
      try await tab.open("/sample")
      try await tab.click("Tick")
    }
    await probe.reach(ServerSettings().scenesPerSession, "ticks")
  }

  @Test func `Idle sessions are removed`() async throws {
    let probe = Probe()
    var settings = ServerSettings()
    settings.port = 0
    // The server looks for idle sessions four times in this period.
    settings.sessionIdle = .seconds(20)
    settings.idleClock = IdleClock()
    let server = try sampleServer(probe, settings: settings)
    try server.start()
    let browser = Browser(SocketTransport(port: server.port))
    try await browser.open("/sample")
    try await browser.click("Tick")
    await probe.reach(1, "ticks", begun: true)
    settings.idleClock.advance(by: settings.sessionIdle)
    await probe.reach(0, "ticks")
    // A session is removed before its effects end.
    #expect(server.sessionCount == 0)
    await server.stop()
  }
}
