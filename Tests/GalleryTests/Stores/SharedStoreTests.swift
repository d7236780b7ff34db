import CairnServer
import CairnSessions
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import Gallery

/// Two servers share one store, and each can process any form.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct SharedStoreTests {
  /// Forwards requests to one of several servers, like a load balancer.
  private final class Balancer: BrowserTransport {
    private let sites: [GallerySite]
    private let current = Atomic(0)

    init(_ sites: [GallerySite]) {
      self.sites = sites
    }

    func turn(to index: Int) {
      current.store(index, ordering: .sequentiallyConsistent)
    }

    func send(_ request: BrowserRequest) async throws -> BrowserResponse {
      try await sites[current.load(ordering: .sequentiallyConsistent)].transport.send(request)
    }
  }

  private let store = MemorySessionStore()

  @Test func `A scene changed by the other server continues from its stored state`() async throws {
    let sites = [try GallerySite(sessions: store), try GallerySite(sessions: store)]
    let balancer = Balancer(sites)
    let browser = Browser(balancer)
    try await browser.open("/inventory/stocktake/1")
    try await browser.click("Increment")
    for turn in 1...10 {
      balancer.turn(to: turn % 2)
      // The page is from the other server, and this server has an older scene.
      try await browser.click("Increment")
      #expect(browser.notice == nil)
      #expect(try browser.field("Counted").value == "\(101 + turn)")
    }
    #expect(store.counts.scenes == 1)
  }

  @Test func `The other server answers a repeat with the same response`() async throws {
    let sites = [try GallerySite(sessions: store), try GallerySite(sessions: store)]
    let balancer = Balancer(sites)
    let browser = Browser(balancer)
    try await browser.open("/inventory/add")
    let request = try browser.submission(
      tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "Once")])
    let location = try await browser.send(request).header("Location")
    #expect(location != nil)
    balancer.turn(to: 1)
    #expect(try await browser.send(request).header("Location") == location)
    #expect(sites[1].names.count == 4)
  }

  @Test func `Simultaneous clicks on both servers are each counted once`() async throws {
    let sites = [try GallerySite(sessions: store), try GallerySite(sessions: store)]
    let browser = try await sites[0].browser(at: "/inventory/stocktake/1")
    try await browser.click("Increment")
    // One page per click, all of the same scene.
    var requests: [BrowserRequest] = []
    for _ in 0..<60 {
      try await browser.reload()
      requests.append(
        try browser.submission(tap: browser.tap("Increment"), cookies: browser.cookies))
    }
    let acknowledged = try await withThrowingTaskGroup { group in
      for (index, site) in sites.enumerated() {
        let requests = requests.enumerated().filter { $0.offset % 2 == index }.map(\.element)
        group.addTask {
          var acknowledged = 0
          for request in requests {
            let answer = try await site.transport.send(request)
            // A form that conflicts with the other server too often must be submitted again.
            #expect([303, 503].contains(answer.status))
            if answer.status == 303 { acknowledged += 1 }
          }
          return acknowledged
        }
      }
      return try await group.reduce(0, +)
    }
    for site in sites { try await site.restart() }
    try await browser.reload()
    #expect(try browser.field("Counted").value == "\(101 + acknowledged)")
  }

  @Test func `A form of a session evicted by the other server is restored`() async throws {
    let sites = try (0..<2).map { _ in try GallerySite(maximumSessions: 2, sessions: store) }
    let browser = try await sites[0].browser(at: "/inventory")
    try await browser.click("Add")
    for _ in 0..<2 {
      let other = try await sites[1].browser(at: "/inventory")
      try await other.click("Add")
    }
    #expect(store.counts.sessions == 2)
    try browser.fill("Name", with: "Webcam")
    try await browser.click("Save")
    #expect(browser.notice?.contains("We restored what you entered") == true)
    #expect(try browser.field("Name").value == "Webcam")
    try await browser.click("Save")
    #expect(sites[0].names.last == "Webcam")
  }

  @Test func `Sessions evicted by the store are removed from memory too`() async throws {
    let site = try GallerySite(maximumSessions: 3, sessions: store)
    for number in 1...10 {
      let browser = try await site.browser(at: "/inventory")
      for _ in 0..<40 {
        let tab = browser.newTab()
        try await tab.open("/inventory")
        try await tab.click("Add")
      }
      #expect(store.counts.sessions == min(number, 3))
      #expect(site.server.sessionCount == min(number, 3))
      #expect(store.counts.scenes == 32 * min(number, 3))
      #expect(site.server.sceneCount == 32 * min(number, 3))
    }
  }
}
