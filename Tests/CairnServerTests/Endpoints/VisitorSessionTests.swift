import Cairn
import CairnSecurity
import CairnSessions
import CairnTesting
import Foundation
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Endpoints that use the session of their visitor.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct VisitorSessionTests {
  @Test(arguments: EndpointWay.allCases)
  func `An endpoint reads the values of its visitor`(way: EndpointWay) async throws {
    try await withVault(way) { site, browser, _ in
      let own = try await browser.request("GET", "/report", from: site)
      #expect(own.report == VaultReport(count: 1))
      #expect(own.header("Cache-Control") == "private, no-store")
      #expect(own.header("Set-Cookie") == nil)
      let other = try await site.send("GET", "/report")
      #expect(other.report == VaultReport())
    }
  }

  @Test func `Reading doesn't create a session`() async throws {
    let server = try vaultServer()
    let site = InProcessTransport(server)
    let first = try await site.send("GET", "/report")
    #expect(first.report == VaultReport())
    #expect(first.header("Set-Cookie") == nil)
    // A browser that has only opened a page has a cookie, but no session either.
    let browser = Browser(site)
    try await browser.open("/vault")
    #expect(try await browser.request("GET", "/report", from: site).report == VaultReport())
    #expect(try await browser.request("GET", "/own", from: site).status == 401)
    #expect(try await browser.request("POST", "/report", from: site).report == VaultReport())
    #expect(server.sessionCount == 0)
  }

  @Test(arguments: EndpointWay.allCases)
  func `A changed value is on the pages of the session`(way: EndpointWay) async throws {
    try await withVault(way) { site, browser, _ in
      let answer = try await browser.request("POST", "/count", from: site)
      #expect(answer.report == VaultReport(count: 2))
      #expect(answer.header("Set-Cookie") == nil)
      try await browser.reload()
      #expect(browser.shown("Count") == "2")
      try await browser.click("Count")
      #expect(browser.shown("Count") == "3")
    }
  }

  @Test func `A changed value is stored before the response`() async throws {
    let store = MemorySessionStore()
    var settings = ServerSettings()
    settings.secretBytes = RandomToken.bytes(ServerSecret.minimumLength)
    let server = try vaultServer(settings, sessions: store)
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/vault")
    try await browser.click("Count")
    let cookie = browser.cookieHeader
    for path in ["/count", "/refused"] {
      let site = Bearer(InProcessTransport(server), cookie: cookie)
      _ = try await site.send("POST", path)
    }
    server.abandon()
    let next = InProcessTransport(try vaultServer(settings, sessions: store))
    let report = try await Bearer(next, cookie: cookie).send("GET", "/report").report
    #expect(report == VaultReport(count: 3))
  }

  @Test func `An open page gets the change of another tab`() async throws {
    try await withVault(.socket) { _, _, server in
      let site = SocketTransport(port: server.port)
      let script = try await PatchingScript(site, at: "/vault")
      let button = try #require(try script.browser.control("Count")["value"])
      _ = try await script.post([("~tap", button)])
      let stream = try await EventStream(of: script.browser, at: server.port)
      let other = Browser(Bearer(site, ofCookie: script.browser))
      try await other.open("/vault")
      try await other.click("Count")
      #expect(other.shown("Count") == "2")
      var patch: PatchingScript.Answer
      repeat {
        let event = try await stream.next()
        #expect(event.first == script.sceneID)
        patch = script.take(event.dropFirst().joined(separator: "\n"))
      } while !patch.text.contains("Count: 2")
      #expect(patch.from == script.lastDigest)
    }
  }

  @Test func `An open page gets the change`() async throws {
    try await withVault(.socket) { _, _, server in
      let site = SocketTransport(port: server.port)
      let script = try await PatchingScript(site, at: "/vault")
      let stream = try await EventStream(of: script.browser, at: server.port)
      let button = try #require(try script.browser.control("Count")["value"])
      _ = try await script.post([("~tap", button)])
      _ = try await script.browser.request("POST", "/count", from: site)
      var patch: PatchingScript.Answer
      repeat {
        let event = try await stream.next()
        #expect(event.first == script.sceneID)
        patch = script.take(event.dropFirst().joined(separator: "\n"))
      } while !patch.text.contains("Count: 2")
      #expect(patch.from == script.lastDigest)
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `A visitor whose first request changes a value gets a session`(
    way: EndpointWay
  ) async throws {
    try await withVault(way) { site, _, server in
      let answer = try await site.send("POST", "/count")
      #expect(answer.report == VaultReport(count: 1))
      #expect(answer.header("Cache-Control") == "private, no-store")
      let cookie = try #require(answer.header("Set-Cookie")).prefix { $0 != ";" }
      #expect(server.sessionCount == 2)
      let visitor = Bearer(site, cookie: String(cookie))
      #expect(try await visitor.send("POST", "/count").report == VaultReport(count: 2))
      let browser = Browser(visitor)
      try await browser.open("/vault")
      #expect(browser.shown("Count") == "2")
    }
  }

  // MARK: Values that aren't Codable

  @Test(arguments: EndpointWay.allCases)
  func `A value that isn't Codable is kept in memory`(way: EndpointWay) async throws {
    try await withVault(way) { site, browser, server in
      let answer = try await browser.request("POST", "/guest", from: site)
      #expect(answer.report == VaultReport(count: 1, guest: "carl"))
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1, guest: "carl"))
      // A visitor without a session gets one for it.
      let first = try await site.send("POST", "/guest")
      let cookie = String(try #require(first.header("Set-Cookie")).prefix { $0 != ";" })
      #expect(
        try await Bearer(site, cookie: cookie).send("GET", "/report").report
          == VaultReport(guest: "carl"))
      #expect(server.sessionCount == 2)
    }
  }

  // MARK: Other sites

  @Test(
    arguments: [
      [("Origin", "https://evil.example")], [("Sec-Fetch-Site", "same-site")], [],
    ], EndpointWay.allCases)
  func `A request of another site has no session`(
    headers: [(String, String)], way: EndpointWay
  ) async throws {
    try await withVault(way) { site, browser, server in
      let cookie = browser.cookieHeader
      let answer = try await site.send(
        "POST", "/hook", headers: headers + [("Cookie", cookie)], isOwn: false)
      #expect(answer.status == 200)
      #expect(answer.report == VaultReport(count: 1))
      #expect(answer.header("Set-Cookie") == nil)
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1))
      #expect(server.sessionCount == 1)
      let own = try await browser.request("POST", "/hook", from: site)
      #expect(own.report?.count == 2)
      #expect(own.header("Set-Cookie") != nil)
    }
  }

  // MARK: Declarations

  @Test func `An endpoint that isn't declared with a session has none`() async throws {
    try await withVault(.inProcess) { site, browser, _ in
      let reports = Mutex<[VaultReport?]>([])
      try await withKnownIssue {
        for _ in 1...2 {
          let answer = try await browser.request("POST", "/undeclared", from: site)
          reports.withLock { $0.append(answer.report) }
        }
      } matching: { issue in
        issue.description.contains("Add 'withSession()' to the endpoint.")
      }
      #expect(reports.withLock { $0 } == [VaultReport(count: 1), VaultReport(count: 1)])
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1))
    }
  }

  @Test func `A lost change of a value that isn't Codable is reported, too`() async throws {
    try await withVault(.inProcess) { site, browser, _ in
      try await withKnownIssue {
        _ = try await browser.request("POST", "/undeclared-guest", from: site)
      } matching: { issue in
        issue.description.contains("Add 'withSession()' to the endpoint.")
      }
      let report = try await browser.request("GET", "/report", from: site).report
      #expect(report == VaultReport(count: 1))
    }
  }
}
