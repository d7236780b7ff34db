import CairnTesting
import Testing
import Ways

@testable import CairnServer

@Suite(.withoutScript(.process)) struct AbandonedServerTests {
  /// A form that arrives between the simulated end of a process and the end of its sockets must not be processed
  /// differently from one that doesn't arrive at all. A script repeats it after this status.
  @Test func `A server that counts as ended is unavailable`() async throws {
    let server = try listenerServer(Jobs())
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/listener")
    #expect(browser.status == 200)
    server.abandon()
    try await browser.click("Tell")
    #expect(browser.status == 503)
    try await browser.open("/listener")
    #expect(browser.status == 503)
  }
}
