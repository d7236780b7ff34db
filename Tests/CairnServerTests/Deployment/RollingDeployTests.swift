import CairnServer
import CairnTesting
import Synchronization
import Testing
import Ways

/// Servers that share a session store are replaced one by one by servers with another version of the application.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct RollingDeployTests {
  private let store = SharedSessions()

  private func firstServer() throws -> TestServer {
    var settings = ServerSettings()
    settings.applicationVersion = "1"
    return try TestServer(settings: settings, sessions: store) { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/desk", FirstDeskApp.self) }
    }
  }

  private func secondServer() throws -> TestServer {
    var settings = ServerSettings()
    settings.applicationVersion = "2"
    return try TestServer(settings: settings, sessions: store) { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/desk", SecondDeskApp.self) }
    }
  }

  @Test func `Forms are processed while servers are replaced one by one`() async throws {
    let rollout = Rollout(
      from: try (0..<3).map { _ in try firstServer() },
      to: try (0..<3).map { _ in try secondServer() })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for user in 0..<4 {
        group.addTask { try await write(as: user, at: rollout) }
        group.addTask { try await count(at: rollout) }
      }
      try await group.waitForAll()
    }
    #expect(rollout.isComplete)
    #expect(rollout.errors == [])
  }

  /// Writes a letter. Each page must be of one version, and contain everything that any server has acknowledged.
  private func write(as user: Int, at rollout: Rollout) async throws {
    let browser = Browser(rollout)
    try await browser.open("/desk")
    try await browser.click("Write")
    var acknowledged = ["Text": "", "Greeting": "Hello", "Place": "Berlin"]
    for turn in 1...12 {
      let label = turn.isMultiple(of: 2) ? browser.ownField : "Text"
      let text = "User \(user) in turn \(turn)"
      try browser.fill(label, with: text)
      try await browser.click("Apply")
      // A server with the other version doesn't have the field, and reports that.
      if browser.notice == nil { acknowledged[label] = text }
      #expect(browser.notice == nil || label != "Text")
      let version = browser.ownField == "Greeting" ? "First" : "Second"
      #expect(browser.layers.map(\.title) == ["\(version) desk", "\(version) letter"])
      for label in ["Text", browser.ownField] {
        let value = try browser.field(label).value
        #expect(value == acknowledged[label])
      }
    }
  }

  private func count(at rollout: Rollout) async throws {
    let browser = Browser(rollout)
    try await browser.open("/desk")
    for turn in 1...12 {
      try await browser.click("Count")
      #expect(browser.notice == nil)
      #expect(browser.shown("Count") == "\(turn)")
    }
  }

  @Test func `Each version keeps the fields that only the other one has`() async throws {
    let servers = Balancer([try firstServer(), try secondServer()])
    let browser = Browser(servers)
    try await browser.open("/desk")
    for turn in 1...6 {
      servers.turn(to: turn % 2)
      try await browser.click("Count")
      #expect(browser.notice == nil)
      #expect(browser.shown("Count") == "\(turn)")
      #expect(browser.shown(turn % 2 == 0 ? "Red" : "Blue") == "\((turn + 1) / 2)")
    }
    try await browser.click("Write")
    try browser.fill("Text", with: "One")
    try browser.fill("Greeting", with: "Dear Ann")
    try await browser.click("Apply")
    servers.turn(to: 1)
    try await browser.reload()
    #expect(try browser.field("Text").value == "One")
    #expect(try browser.field("Place").value == "Berlin")
    try browser.fill("Place", with: "Rome")
    try await browser.click("Apply")
    servers.turn(to: 0)
    try await browser.reload()
    #expect(try browser.field("Greeting").value == "Dear Ann")
    try browser.fill("Text", with: "Two")
    try await browser.click("Apply")
    servers.turn(to: 1)
    try await browser.reload()
    #expect(try browser.field("Text").value == "Two")
    #expect(try browser.field("Place").value == "Rome")
    #expect(browser.notice == nil)
  }

  @Test func `A patch for a page of another version contains the whole page, and its version`()
    async throws
  {
    let servers = Balancer([try firstServer(), try secondServer()])
    let script = try await PatchingScript(servers, at: "/desk")
    let count = try #require(try script.browser.control("Count")["value"])
    let first = try #require(script.pageVersion)
    _ = try await script.post([("~tap", count)])
    let own = try await script.post([("~tap", count)])
    #expect(own.isPatch)
    #expect(own.from == script.lastDigest)
    #expect(own.text.contains("Count: 2"))
    servers.turn(to: 1)
    let other = try await script.post([("~tap", count)])
    #expect(other.isPatch)
    #expect(other.from == nil)
    #expect(other.text.contains("Second desk"))
    #expect(other.text.contains("Count: 3"))
    let second = try #require(other.lang)
    #expect(second != first)
    // The script loads the page again, which is then of the same version.
    let tab = script.browser.newTab()
    try await tab.open("/desk")
    #expect(tab.pageVersion == second)
    servers.turn(to: 0)
    let last = try await script.post([("~tap", count)])
    #expect(last.isPatch)
    #expect(last.from == nil)
    #expect(last.lang == first)
    #expect(last.text.contains("First desk"))
    #expect(last.text.contains("Count: 4"))
  }
}

extension Browser {
  /// The field that only the version of the page has.
  fileprivate var ownField: String { (try? field("Greeting")) == nil ? "Place" : "Greeting" }

  /// The language and version of the page.
  fileprivate var pageVersion: String? {
    document?.first("meta", where: ["name": "cairn-page"])?["data-lang"]
  }
}

extension PatchingScript {
  fileprivate var pageVersion: String? { browser.pageVersion }
}

/// Sends requests to servers in turn, and replaces the servers one by one after a number of requests.
private final class Rollout: BrowserTransport {
  private struct State {
    var servers: [TestServer]
    var next: [TestServer]
    var requests = 0
    var errors: [Int] = []
  }

  private let state: Mutex<State>

  /// The number of requests from one replacement to the next.
  private static let pause = 30

  init(from servers: [TestServer], to next: [TestServer]) {
    state = Mutex(State(servers: servers, next: next))
  }

  /// Whether all servers were replaced.
  var isComplete: Bool { state.withLock(\.next.isEmpty) }

  /// The status codes of the responses that report an error of the server.
  var errors: [Int] { state.withLock(\.errors) }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    let server = state.withLock { state in
      state.requests += 1
      if state.requests % Self.pause == 0, let next = state.next.popLast() {
        state.servers[state.next.count] = next
      }
      return state.servers[state.requests % state.servers.count]
    }
    let response = try await InProcessTransport(server).send(request)
    if response.status >= 500 { state.withLock { $0.errors.append(response.status) } }
    return response
  }
}
