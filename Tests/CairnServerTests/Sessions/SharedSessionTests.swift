import Cairn
import CairnSessions
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Two servers share a store. Each shows at least what any of them has acknowledged to the browser.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct SharedSessionTests {
  private let store = SharedSessions()
  private let clock = TestClock()
  private let servers: [TestServer]
  private let balancer: Balancer

  init() throws {
    servers = try (0..<2).map { [store, clock] _ in
      try TestServer(sessions: store) { settings, sessions in
        try Server(settings: settings, sessions: sessions) {
          $0.continuousClock = clock
        } mounts: {
          Mount("/tally", TabTallyApp.self)
          Mount("/vault", VaultApp.self)
        }
      }
    }
    balancer = Balancer(servers)
  }

  /// A browser whose scene is in the memory of both servers. The second server has the later state.
  private func browser(at location: String = "/tally") async throws -> Browser {
    let browser = Browser(balancer)
    try await browser.open(location)
    for server in 0..<2 {
      balancer.turn(to: server)
      try await browser.click("Add")
    }
    #expect(browser.shown("Own") == "2")
    return browser
  }

  @Test func `Each tab shows its latest form`() async throws {
    let first = try await browser()
    let second = first.newTab()
    try await second.open("/tally")
    try await second.click("Add")
    for turn in 1...6 {
      balancer.turn(to: turn % 2)
      try await first.click("Add")
      balancer.turn(to: (turn / 2) % 2)
      try await second.click("Add to all")
      #expect(second.notice == nil)
      for server in 0..<2 {
        balancer.turn(to: server)
        for tab in [first, second] {
          try await tab.reload()
          #expect(tab.shown("Own") == (tab === first ? "\(2 + turn)" : "1"))
          #expect(tab.shown("Total") == "\(turn)")
        }
      }
    }
  }

  @Test func `Two servers can store a new session at the same time`() async throws {
    let first = Browser(balancer)
    try await first.open("/tally")
    let second = first.newTab()
    try await second.open("/tally")
    store.holdNext()
    // The first server has found no session when the second one stores it.
    let forms = Task { [balancer] in
      try await first.click("Add")
      try await first.click("Add")
      balancer.turn(to: 0)
      try await first.reload()
      return first.shown("Own")
    }
    await store.holdsOne()
    balancer.turn(to: 1)
    try await second.click("Add")
    store.release()
    #expect(try await forms.value == "2")
  }

  @Test func `A form is processed even if others change the session several times`() async throws {
    let first = try await browser()
    let second = first.newTab()
    try await second.open("/tally")
    balancer.turn(to: 0)
    store.holdNext()
    let form = Task {
      try await first.click("Add to all")
      return (first.submission?.response.status, first.shown("Total"), first.shown("Own"))
    }
    let conflicts = SubmissionFlow.Attempt.conflictLimit
    for conflict in 1...conflicts {
      await store.holdsOne()
      balancer.turn(to: 1)
      try await second.click("Add to all")
      if conflict < conflicts { store.holdNext() }
      store.release()
    }
    let (status, total, own) = try await form.value
    #expect(status == 303)
    #expect(total == "\(conflicts + 1)")
    #expect(own == "2")
  }

  @Test func `A scene that another server has removed isn't shown`() async throws {
    let first = try await browser()
    for _ in 0..<40 {
      let tab = first.newTab()
      try await tab.open("/tally")
      try await tab.click("Add")
    }
    balancer.turn(to: 0)
    try await first.reload()
    // The location's page, because this server has an older state of the removed scene.
    #expect(first.shown("Own") == "0")
  }

  @Test func `If the store can't be read, an old page isn't shown`() async throws {
    let browser = try await browser()
    let location = browser.location
    let tab = browser.newTab()
    store.rejectLoads(true)
    // The latest state is in the memory of this server.
    try await browser.reload()
    #expect(browser.shown("Own") == "2")
    balancer.turn(to: 0)
    for path in [location, "/tally"] {
      try await tab.open(path)
      #expect(tab.status == 503)
    }
    try await browser.click("Add")
    #expect(browser.status == 503)
    store.rejectLoads(false)
    try await browser.back()
    try await tab.open(location)
    #expect(tab.shown("Own") == "2")
    try await browser.click("Add")
    #expect(browser.shown("Own") == "3")
  }

  @Test func `An effect of an old scene changes nothing`() async throws {
    let browser = Browser(balancer)
    try await browser.open("/tally")
    try await browser.click("Start")
    await clock.advance(by: .seconds(1))
    try await browser.reload()
    #expect(browser.shown("Ticks") == "1")
    balancer.turn(to: 1)
    try await browser.click("Add")
    balancer.turn(to: 0)
    // The first server doesn't know about the second one's change yet.
    await clock.advance(by: .seconds(1))
    for server in [0, 1, 0] {
      balancer.turn(to: server)
      try await browser.reload()
      #expect(browser.shown("Own") == "1")
    }
  }

  @Test func `A form that was repeated at another server is processed once`() async throws {
    let browser = try await browser()
    try await browser.click("Add")
    let form = try #require(browser.submission?.request)
    for server in [0, 1, 0] {
      balancer.turn(to: server)
      #expect(try await balancer.send(form).status == 303)
      try await browser.reload()
      #expect(browser.shown("Own") == "3")
    }
  }

  @Test func `A session that is stored again isn't mistaken for the removed one`() async throws {
    let browser = try await browser()
    for _ in 0..<5 { try await browser.click("Add") }
    balancer.turn(to: 0)
    try await browser.reload()
    #expect(browser.shown("Own") == "7")
    let id = try #require(servers[0].server.pages.sessions.all.first?.id)
    try await store.removeSession(id)
    // Each server still has the removed session, so its first form has to be submitted again.
    for server in [1, 0, 1, 0] {
      balancer.turn(to: server)
      try await browser.click("Add")
    }
    for server in [0, 1, 0, 1] {
      balancer.turn(to: server)
      let own = try #require(browser.shown("Own").flatMap { Int($0) })
      try await browser.click("Add")
      #expect(browser.shown("Own") == "\(own + 1)")
      for other in 0..<2 {
        balancer.turn(to: other)
        try await browser.reload()
        #expect(browser.shown("Own") == "\(own + 1)")
      }
    }
  }

  @Test func `Signing in and out on one server is visible on the other`() async throws {
    let browser = Browser(balancer)
    try await browser.open("/vault")
    for server in 0..<2 {
      balancer.turn(to: server)
      try await browser.click("Count")
    }
    balancer.turn(to: 0)
    try await browser.click("Sign in")
    for server in [1, 0] {
      balancer.turn(to: server)
      try await browser.reload()
      #expect(browser.shown("User") == "ann")
      #expect(browser.shown("Own") == "2")
    }
    balancer.turn(to: 1)
    try await browser.click("Count")
    balancer.turn(to: 0)
    try await browser.reload()
    #expect(browser.shown("Count") == "3")
    balancer.turn(to: 1)
    try await browser.click("Sign out")
    for server in [0, 1] {
      balancer.turn(to: server)
      try await browser.open("/vault")
      #expect(browser.shown("User") == "nobody")
      #expect(browser.shown("Count") == "0")
    }
  }

  @Test func `A page from memory doesn't read the store`() async throws {
    let browser = try await browser()
    let loads = store.loads
    for _ in 0..<3 { try await browser.reload() }
    #expect(store.loads == loads)
    balancer.turn(to: 0)
    for _ in 0..<3 { try await browser.reload() }
    // The first page compares the session, and loads its scene.
    #expect(store.loads == loads + 2)
  }

  @Test func `A page from the memory of a signed-in session reads the store once`() async throws {
    let browser = Browser(balancer)
    try await browser.open("/vault")
    try await browser.click("Sign in")
    #expect(browser.shown("Owner") == "ann")
    for _ in 0..<3 {
      let loads = store.loads
      try await browser.reload()
      #expect(store.loads == loads + 1)
    }
  }

  @Test func `A server with a store of its own sets no cookie for this`() async throws {
    let server = try Server(settings: ServerSettings(), sessions: MemorySessionStore()) {
      Mount("/tally", TabTallyApp.self)
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/tally")
    try await browser.click("Add")
    #expect(browser.shown("Own") == "1")
    #expect(browser.cookies.count == 1)
  }
}
