import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Three servers share a store. A browser submits a form again, because the response was lost.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct RepeatedFormTests {
  private let store = SharedSessions()
  private let balancer: Balancer

  init() throws {
    balancer = Balancer(
      try (0..<3).map { [store] _ in
        try TestServer(sessions: store) { settings, sessions in
          try Server(settings: settings, sessions: sessions) { Mount("/tally", TabTallyApp.self) }
        }
      })
  }

  @Test func `The page after a repeated form shows its result, whichever server responds`()
    async throws
  {
    let browser = Browser(balancer)
    try await browser.open("/tally")
    try await browser.click("Add")
    for server in 1..<3 {
      balancer.turn(to: server)
      try await browser.reload()
      #expect(browser.shown("Own") == "1")
    }
    balancer.turn(to: 0)
    let cookies = browser.cookieHeader
    try await browser.click("Add")
    #expect(browser.shown("Own") == "2")
    // Another server gets the form with the cookies from before. It also has the scene from before.
    let form = try #require(browser.submission?.request)
    balancer.turn(to: 1)
    let answer = try await balancer.send(form)
    #expect(answer.status == 303)
    // So does the server that gets the next request, whose cookies include those of the last response.
    let newCookies = answer.headerValues("Set-Cookie").map { String($0.prefix { $0 != ";" }) }
    balancer.turn(to: 2)
    let other = Browser(
      Bearer(balancer, cookie: ([cookies] + newCookies).joined(separator: "; ")))
    try await other.open(browser.location)
    #expect(other.shown("Own") == "2")
  }
}
