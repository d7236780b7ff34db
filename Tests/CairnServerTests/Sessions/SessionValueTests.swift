import Cairn
import CairnSQLite
import CairnSecurity
import CairnSessions
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// Values that the tabs of one browser share outlive the process.
@Suite(.timeLimit(.minutes(30))) struct SessionValueTests {
  private let store = MemorySessionStore()

  private func server(
    sessions: (any SessionStore)? = nil, idle: Duration = .seconds(3600),
    clock: any Clock<Duration> = TestClock()
  ) throws -> TestServer {
    var settings = ServerSettings()
    settings.sessionIdle = idle
    return try TestServer(settings: settings, sessions: sessions ?? store) { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.continuousClock = clock
      } mounts: {
        Mount("/", MembersApp.self)
      }
    }
  }

  @Test(.restarting, .everyWay) func `A signed-in user stays signed in`() async throws {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", MembersApp.self) }
    }
    let browser = try await site.user(at: "/")
    #expect(browser.text.contains("Not signed in"))
    try await browser.click("Sign in")
    #expect(browser.text.contains("Ann, 0 visits"))
    try await browser.reload()
    #expect(browser.text.contains("Ann, 0 visits"))
    let tab = try await browser.newTab()
    try await tab.open("/")
    #expect(tab.text.contains("Ann, 0 visits"))
    try await tab.click("Visit")
    try await tab.click("Visit")
    try await browser.reload()
    #expect(browser.text.contains("Ann, 2 visits"))
    try await browser.click("Sign out")
    try await tab.reload()
    #expect(tab.text.contains("Not signed in"))
    let stranger = try await site.user(at: "/")
    #expect(stranger.text.contains("Not signed in"))
  }

  @Test(.withoutScript(.process)) func `Values are kept without Codable state and without a scene`()
    async throws
  {
    let server = try server()
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    try await browser.click("Sign in")
    try server.restart()
    // One page has no scene. The other page's scene was known to the previous process.
    let tab = browser.newTab()
    try await tab.open("/")
    #expect(tab.text.contains("Ann"))
    try await browser.click("Visit")
    #expect(browser.text.contains("Ann, 1 visits"))
  }

  @Test(.withoutScript(.process)) func `Two servers with one store see each other's changes`()
    async throws
  {
    try await expectOneSession(on: [try server(), try server()])
  }

  @Test(.withoutScript(.process)) func `Two servers with one file see each other's changes`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "sessions.sqlite").path(percentEncoded: false)
    let stores = [try SQLiteSessionStore(path: path), try SQLiteSessionStore(path: path)]
    try await expectOneSession(on: stores.map { try server(sessions: $0) })
    for store in stores { await store.close() }
  }

  private func expectOneSession(on servers: [TestServer]) async throws {
    let balancer = Balancer(servers)
    let here = Browser(balancer)
    try await here.open("/")
    try await here.click("Sign in")
    let there = here.newTab()
    balancer.turn(to: 1)
    try await there.open("/")
    #expect(there.text.contains("Ann, 0 visits"))
    // Each server has a scene in memory that doesn't know about the other's.
    for turn in 1...6 {
      let browser = turn.isMultiple(of: 2) ? here : there
      balancer.turn(to: turn % 2)
      try await browser.click("Visit")
      #expect(browser.notice == nil)
      #expect(browser.text.contains("Ann, \(turn) visits"))
    }
    balancer.turn(to: 1)
    try await there.click("Sign out")
    // Actions of a user who has signed out elsewhere aren't processed.
    balancer.turn(to: 0)
    try await here.click("Visit")
    #expect(here.text.contains("Not signed in"))
  }

  @Test(.withoutScript(.process)) func `Many tabs at the same time count each visit once`()
    async throws
  {
    let server = try server()
    let first = Browser(InProcessTransport(server))
    try await first.open("/")
    try await first.click("Sign in")
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        let tab = first.newTab()
        group.addTask {
          try await tab.open("/")
          for _ in 0..<10 { try await tab.click("Visit") }
        }
      }
      try await group.waitForAll()
    }
    try server.restart()
    try await first.reload()
    #expect(first.text.contains("Ann, 40 visits"))
  }

  @Test(.withoutScript(.process)) func `The values of an idle session are removed with it`()
    async throws
  {
    let balancer = Balancer([try server(), try server(idle: .zero), try server()])
    let browser = Browser(balancer)
    try await browser.open("/")
    try await browser.click("Sign in")
    // This server doesn't allow any idle time, but the session is still in the store.
    balancer.turn(to: 1)
    let other = browser.newTab()
    try await other.open("/")
    #expect(other.text.contains("Not signed in"))
    try await other.click("Visit")
    #expect(other.status == 200)
    #expect(other.text.contains("Not signed in"))
    // The values don't return with the session's next use.
    balancer.turn(to: 2)
    let again = browser.newTab()
    try await again.open("/")
    #expect(again.text.contains("Not signed in"))
  }

  @Test(.withoutScript(.process)) func `Changes by effects are stored too`() async throws {
    let clock = TestClock()
    let store = ListeningStore()
    let server = try server(sessions: store, clock: clock)
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    try await browser.click("Sign in")
    try await browser.click("Visit later")
    // The response didn't wait for the effect, and no submission follows.
    #expect(browser.text.contains("Ann, 0 visits"))
    await clock.advance(by: .seconds(1))
    for await payload in store.payloads where payload.contains(#""visits":1"#) { break }
    try server.restart()
    try await browser.reload()
    #expect(browser.text.contains("Ann, 1 visits"))
  }

  @Test(.restarting, .withoutScript(.process))
  func `A reference to part of a value works after a restart`() async throws {
    let browser = Browser(InProcessTransport(try server()))
    try await browser.open("/")
    try await browser.click("Sign in")
    try await browser.click("Rename")
    try browser.fill("Name", with: "Bea")
    try await browser.click("Apply")
    #expect(try browser.field("Name").value == "Bea")
    let tab = browser.newTab()
    try await tab.open("/")
    #expect(tab.text.contains("Bea, 0 visits"))
    try browser.fill("Name", with: "Cleo")
    try await browser.click("Apply")
    try await tab.reload()
    #expect(tab.text.contains("Cleo, 0 visits"))
  }

  @Test(.withoutScript(.process))
  func `A value that isn't Codable stays in memory, and is logged once`()
    async throws
  {
    let lines = LogLines()
    try await lines.take {
      let server = try server()
      for _ in 0..<2 {
        let browser = Browser(InProcessTransport(server))
        try await browser.open("/")
        try await browser.click("Note")
        #expect(browser.text.contains("Notes: 1"))
        try await browser.click("Note")
        #expect(browser.text.contains("Notes: 2"))
      }
    }
    let logged = lines.all.filter { $0.contains("session value 'notes' isn't stored") }
    #expect(logged.count == 1)
    #expect(logged.first?.contains("isn't 'Codable'") == true)
  }

  @Test(.withoutScript(.process))
  func `A value that is too large stays in memory, and the others are stored`() async throws {
    let lines = LogLines()
    try await lines.take {
      let server = try server()
      let browser = Browser(InProcessTransport(server))
      try await browser.open("/")
      try await browser.click("Sign in")
      try await browser.click("Fill")
      #expect(browser.text.contains("Bytes: 300000"))
      try await browser.click("Visit")
      #expect(browser.text.contains("Bytes: 300000"))
      try server.restart()
      try await browser.reload()
      #expect(browser.text.contains("Ann, 1 visits"))
      #expect(browser.text.contains("Bytes: 0"))
    }
    let logged = lines.all.filter { $0.contains("session value 'large' isn't stored") }
    #expect(logged.count == 1)
    #expect(logged.first?.contains("262144 bytes") == true)
  }

  @Test(.withoutScript(.process))
  func `A value that can't be decoded gets its default and is logged`()
    async throws
  {
    let lines = LogLines()
    try await lines.take {
      let server = try server()
      let browser = Browser(InProcessTransport(server))
      try await browser.open("/")
      try await browser.click("Sign in")
      let id = try #require(server.server.pages.sessions.all.first?.id)
      let values = try #require(try await store.load(SessionQuery(session: id)).values)
      var decoded = try #require(SessionValuePayload.decode(values.payload))
      decoded["member"] = Array(#"{"name":7}"#.utf8)
      var transaction = SessionTransaction(session: id, time: .now)
      transaction.values = .write(
        ValuesWrite(
          replacing: values.revision, revision: values.revision + 1,
          payload: SessionValuePayload.encode(decoded)))
      #expect(try await store.commit(transaction).evictions == EvictionReport())
      try server.restart()
      try await browser.reload()
      #expect(browser.text.contains("Not signed in"))
      try await browser.click("Sign in")
      #expect(browser.text.contains("Ann"))
    }
    let logged = lines.all.filter { $0.contains("session value 'member' can't be decoded") }
    #expect(logged.count == 1)
  }

  @Test(.withoutScript(.process)) func `A submission that can't be stored doesn't change values`()
    async throws
  {
    let store = ListeningStore()
    let server = try server(sessions: store)
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    try await browser.click("Sign in")
    store.refuse(true)
    try await browser.click("Visit")
    #expect(browser.status == 503)
    try await browser.back()
    store.refuse(false)
    try await browser.click("Visit")
    #expect(browser.text.contains("Ann, 1 visits"))
  }

  @Test(.withoutScript(.process)) func `A session's public ID is unique and outlives the process`()
    async throws
  {
    let server = try server()
    let browser = Browser(InProcessTransport(server))
    func id() throws -> String {
      try #require(browser.text.firstMatch(of: /Session: ([0-9A-F-]{36})/)).output.1.description
    }
    try await browser.open("/")
    let first = try id()
    try await browser.click("Sign in")
    #expect(try id() == first)
    try server.restart()
    try await browser.reload()
    #expect(try id() == first)
    // The ID doesn't reveal anything about the cookie.
    let cookie = try #require(browser.cookies.first)
    let session = try #require(
      server.server.pages.cookie.session(inHeader: "\(cookie.name)=\(cookie.value)") { _ in nil })
    let known = session.bytes.map { String($0, radix: 16, uppercase: true) }.joined()
    #expect(first.replacing("-", with: "") != known)
    let other = Browser(InProcessTransport(server))
    try await other.open("/")
    #expect(!other.text.contains(first))
  }
}
