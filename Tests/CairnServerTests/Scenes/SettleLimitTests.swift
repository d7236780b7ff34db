import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Without the script, a page can't change after its response, so the response waits longer for effects. A test that
/// fails doesn't end.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SettleLimitTests {
  /// Work that a test holds until it opens the gate.
  private struct Gate: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let opening = AsyncStream<Void>.makeStream()

    func pass() async {
      arrivals.continuation.yield()
      for await _ in opening.stream { break }
    }

    /// Waits until the work has begun.
    func arrival() async { for await _ in arrivals.stream { break } }

    func open() { opening.continuation.finish() }
  }

  /// What the view's work does.
  private enum ViewWork: Sendable {
    case none
    case endless
    case held(Gate)
  }

  /// Returns a transport to a server whose responses wait 1 ms, or an hour without the script.
  private func transport(_ jobs: Jobs) throws -> InProcessTransport {
    InProcessTransport(
      try listenerServer(
        jobs, settleLimit: .milliseconds(1), settleLimitWithoutScript: .seconds(3600)))
  }

  /// Returns a request for the page, or its form with a pressed button.
  private func request(_ browser: Browser, tap: String? = nil, hasScript: Bool) throws
    -> BrowserRequest
  {
    var headers = [("Origin", browser.origin), ("Cookie", browser.cookieHeader)]
    if hasScript { headers.append(("Cairn-Page", "none")) }
    guard let tap else { return BrowserRequest(target: "/listener", headers: headers) }
    let form = try #require(browser.topLayer?.node)
    let token = try #require(form.first("input", where: ["name": "~token"])?["value"])
    let value = try #require(try browser.control(tap)["value"])
    headers.append(("Content-Type", "application/x-www-form-urlencoded"))
    return BrowserRequest(
      method: "POST", target: form["action"] ?? "/listener", headers: headers,
      body: Array("~token=\(token)&~tap=\(value)".utf8))
  }

  @Test func `The response to a form waits longer without the script`() async throws {
    let events = LockIsolated<[String]>([])
    let (gate, other) = (Gate(), Gate())
    let gates = LockIsolated([gate, other])
    let transport = try transport(
      Jobs(effect: { say in
        await gates.withValue { $0.removeFirst() }.pass()
        await say("through")
      }))
    let plain = Browser(transport)
    try await plain.open("/listener")
    let live = Browser(transport)
    try await live.open("/listener")
    let form = try request(plain, tap: "Go", hasScript: false)
    let waiting = Task {
      let response = try await transport.send(form)
      events.withValue { $0.append("response without the script") }
      return response
    }
    await gate.arrival()
    let early = try await transport.send(request(live, tap: "Go", hasScript: true))
    #expect(!early.text.contains("through"))
    events.withValue { $0.append("response with the script") }
    events.withValue { $0.append("end of the effect") }
    gate.open()
    #expect(try await waiting.value.status == 303)
    #expect(
      events.value == [
        "response with the script", "end of the effect", "response without the script",
      ])
    other.open()
  }

  @Test func `After a form without the script, pages wait longer for their views' work`()
    async throws
  {
    let events = LockIsolated<[String]>([])
    let gate = Gate()
    let work = LockIsolated(ViewWork.endless)
    let transport = try transport(
      Jobs(view: { _ in
        switch work.value {
        case .none: break
        case .endless: try await Task.never()
        case .held(let gate): await gate.pass()
        }
      }))
    let browser = Browser(transport)
    // The browser may run the script.
    try await browser.open("/listener")
    #expect(browser.heading == "Listener")
    #expect(!browser.text.contains("loaded"))
    work.setValue(.none)
    try await browser.click("Tell")
    let page = try request(browser, hasScript: false)
    work.setValue(.held(gate))
    let waiting = Task {
      let response = try await transport.send(page)
      events.withValue { $0.append("page without the script") }
      return response
    }
    await gate.arrival()
    work.setValue(.endless)
    let early = try await transport.send(request(browser, hasScript: true))
    #expect(!early.text.contains("Heard: loaded"))
    events.withValue { $0.append("page with the script") }
    events.withValue { $0.append("end of the work") }
    gate.open()
    #expect(try await waiting.value.text.contains("Heard: loaded"))
    #expect(
      events.value == ["page with the script", "end of the work", "page without the script"])
    // A form shows that the browser runs the script after all.
    work.setValue(.none)
    _ = try await transport.send(request(browser, tap: "Tell", hasScript: true))
    work.setValue(.endless)
    #expect(try await !transport.send(page).text.contains("Heard: loaded"))
  }

  @Test func `The log contains the time that the response has waited`() async throws {
    let lines = LogLines()
    try await lines.take {
      let server = try listenerServer(
        Jobs(effect: { _ in try await Task.never() }), settleLimit: .milliseconds(1),
        settleLimitWithoutScript: .milliseconds(2), isDebugging: true)
      let browser = Browser(InProcessTransport(server))
      try await browser.open("/listener")
      try await browser.click("Go")
    }
    let place = "CairnServerTests/Listener.swift:\(Listener.jobLine)"
    let message = "A response waited 0.002 seconds for the effect of \(place)"
    #expect(lines.all.contains { $0.contains(message) })
  }
}
