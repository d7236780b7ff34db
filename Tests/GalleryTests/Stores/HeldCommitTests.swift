import CairnTesting
import Synchronization
import Testing
import Ways

@testable import Gallery

/// Responses are sent after their commit.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct HeldCommitTests {
  private let store = FaultyStore()

  private func saving(_ name: String, in browser: Browser) throws -> BrowserRequest {
    try browser.submission(
      tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), name)],
      cookies: browser.cookies)
  }

  @Test func `A response isn't sent before its commit`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory/add")
    let request = try saving("Webcam", in: browser)
    let transport = site.transport
    store.hold()
    let isReleased = Atomic(false)
    async let answer = {
      let answer = try await transport.send(request)
      return (answer, isReleased.load(ordering: .sequentiallyConsistent))
    }()
    await store.holds(1)
    #expect(store.sceneCount == 0)
    isReleased.store(true, ordering: .sequentiallyConsistent)
    store.release()
    let (response, wasReleased) = try await answer
    #expect(response.status == 303)
    #expect(wasReleased)
    #expect(store.sceneCount == 1)
  }

  @Test(arguments: [false, true])
  func `Three simultaneous repeats cause one commit and get one response`(fails: Bool) async throws
  {
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory/add")
    let request = try saving("Once", in: browser)
    let transport = site.transport
    store.hold()
    let locations = try await withThrowingTaskGroup { group in
      for _ in 0..<3 { group.addTask { try await transport.send(request) } }
      await store.holds(1)
      // The others wait for the first one or find its response. In both cases, they don't commit.
      if fails { store.fail(.commit) }
      store.release()
      return try await group.reduce(into: [String?]()) { $0.append($1.header("Location")) }
    }
    if fails {
      store.clearFaults()
      #expect(locations.contains(nil))
      #expect(try await browser.send(request).status == 303)
    } else {
      #expect(Set(locations).count == 1 && locations.first != .some(nil))
      #expect(store.commits == 1)
    }
    #expect(site.names.filter { $0 == "Once" }.count == 1)
    #expect(store.sceneCount == 1)
  }

  @Test func `A later form doesn't build on a form that failed to commit`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory/stocktake/1")
    try await browser.click("Increment")
    let up = try browser.submission(
      tap: browser.tap("Increment"), cookies: browser.cookies)
    let down = try browser.submission(
      tap: browser.tap("Decrement"), cookies: browser.cookies)
    let transport = site.transport
    store.hold()
    async let first = transport.send(up)
    await store.holds(1)
    async let second = transport.send(down)
    await store.holds(2)
    store.release(failingFirst: true)
    #expect(try await first.status == 503)
    #expect(try await second.status == 303)
    try await browser.reload()
    #expect(try browser.field("Counted").value == "100")
  }

  @Test func `Many simultaneous clicks with failing commits are each counted once`() async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory/stocktake/1")
    try await browser.click("Increment")
    let location = browser.location
    store.failOne(in: 3)
    let acknowledged = try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        let tab = browser.newTab()
        group.addTask {
          var acknowledged = 0
          for _ in 0..<50 {
            try await tab.open(location)
            let answer = try await tab.send(try tab.submission(tap: tab.tap("Increment")))
            #expect([303, 503].contains(answer.status))
            if answer.status == 303 { acknowledged += 1 }
          }
          return acknowledged
        }
      }
      return try await group.reduce(0, +)
    }
    store.clearFaults()
    #expect((1..<200).contains(acknowledged))
    try await site.restart()
    try await browser.reload()
    #expect(try browser.field("Counted").value == "\(101 + acknowledged)")
  }
}
