import Cairn
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Submissions whose response waits for effects.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct WaitingPostTests {
  /// Blocks tasks until it's opened.
  private final class Gate: Sendable {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let arrived = AsyncStream<Void>.makeStream()

    func wait() async -> String {
      arrived.continuation.yield()
      for await _ in stream { break }
      return "through"
    }

    func open() { continuation.finish() }
  }

  @Test func `A response shows the results of effects that end soon`() async throws {
    let browser = Browser(InProcessTransport(try sampleServer()))
    try await browser.open("/sample")
    try await browser.click("Load")
    #expect(browser.text.contains("Text: loaded"))
    #expect(browser.refreshDelay == nil)
  }

  @Test func `A response doesn't wait long for effects`() async throws {
    let gate = Gate()
    var settings = ServerSettings()
    settings.settleLimit = .milliseconds(1)
    let browser = Browser(
      InProcessTransport(try sampleServer(Probe { await gate.wait() }, settings: settings)))
    try await browser.open("/sample")
    try await browser.click("Load")
    #expect(browser.text.contains("Text: empty"))
    #expect(browser.refreshDelay == 1)
    gate.open()
  }

  @Test func `A page that reloads shows the results of effects when they have ended`() async throws
  {
    let gate = Gate()
    let browser = Browser(InProcessTransport(try sampleServer(Probe { await gate.wait() })))
    try await browser.open("/sample")
    browser.waitsForEffects = false
    try await browser.click("Load")
    #expect(browser.text.contains("Text: empty"))
    #expect(browser.refreshDelay == 1)
    browser.waitsForEffects = true
    gate.open()
    try await browser.reload()
    #expect(browser.refreshDelay == nil)
    #expect(browser.text.contains("Text: through"))
  }

  @Test func `A stopping server sends the responses that are waiting`() async throws {
    let gate = Gate()
    var settings = ServerSettings()
    settings.port = 0
    settings.settleLimit = .milliseconds(1)
    let server = try sampleServer(Probe { await gate.wait() }, settings: settings)
    try server.start()
    let transport = SocketTransport(port: server.port)
    let browser = Browser(transport)
    try await browser.open("/sample")
    let form = try #require(browser.topLayer?.node)
    let token = try #require(form.first("input", where: ["name": "~token"])?["value"])
    let tap = try #require(try browser.control("Load")["value"])
    let cookie = browser.cookies.map { "\($0.name)=\($0.value)" }.joined()
    async let response = transport.send(
      BrowserRequest(
        method: "POST", target: "/sample",
        headers: [
          ("Origin", transport.origin), ("Cookie", cookie),
          ("Content-Type", "application/x-www-form-urlencoded"),
        ],
        body: Array("~token=\(token)&~tap=\(tap)".utf8)))
    for await _ in gate.arrived.stream { break }
    await server.stop()
    #expect(try await response.status == 303)
    gate.open()
  }

  @Test func `A client that disconnects doesn't cancel effects`() async throws {
    let gate = Gate()
    var settings = ServerSettings()
    settings.port = 0
    let server = try sampleServer(Probe { await gate.wait() }, settings: settings)
    try server.start()
    let transport = SocketTransport(port: server.port)
    let browser = Browser(transport)
    try await browser.open("/sample")
    try await browser.click("Detail")
    try await browser.clickBackdrop()
    let form = try #require(browser.topLayer?.node)
    let token = try #require(form.first("input", where: ["name": "~token"])?["value"])
    let tap = try #require(try browser.control("Load")["value"])
    let cookie = browser.cookies.map { "\($0.name)=\($0.value)" }.joined()
    let request = BrowserRequest(
      method: "POST", target: "/sample",
      headers: [
        ("Origin", transport.origin), ("Cookie", cookie),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ],
      body: Array("~token=\(token)&~tap=\(tap)".utf8))
    let lost = Task { try await transport.send(request) }
    for await _ in gate.arrived.stream { break }
    lost.cancel()
    _ = await lost.result
    gate.open()
    // The browser sends the form again, and gets the response of the first.
    let again = try await transport.send(request)
    #expect(again.status == 303)
    try await browser.reload()
    #expect(browser.text.contains("Text: through"))
    await server.stop()
  }
}
