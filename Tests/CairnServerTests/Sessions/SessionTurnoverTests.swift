import Cairn
import CairnHTTP
import CairnSQLite
import CairnSecurity
import CairnSessions
import CairnTesting
import Foundation
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Requests that arrive during a sign-in, and the end of sessions.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SessionTurnoverTests {
  private let gate = VaultGate()
  private let store = MemorySessionStore()
  private let secret = RandomToken.bytes(ServerSecret.minimumLength)

  private func server(sessions: (any SessionStore)? = nil) throws -> Server {
    var settings = ServerSettings()
    settings.secretBytes = secret
    return try Server(settings: settings, sessions: sessions ?? store) { [gate] in
      $0.gate = gate
    } mounts: {
      Mount("/vault", VaultApp.self)
    }
  }

  /// A request whose response comes later.
  private struct Waiting {
    let response: Task<HTTPResponse?, Never>

    init(_ answer: HTTPAnswer) throws {
      guard case .later(let promise) = answer else {
        Issue.record("The response was immediate")
        response = Task { nil }
        return
      }
      let (answers, continuation) = AsyncStream<HTTPResponse>.makeStream()
      promise.whenFulfilled { if let response = $0 { continuation.yield(response) } }
      response = Task {
        for await response in answers { return response }
        return nil
      }
    }
  }

  /// Logs each cookie of a request or a response, including cookies that no tab kept. With two responses at the same
  /// time, the cookie jar keeps the later one.
  private final class CookieLog: BrowserTransport {
    private let base: any BrowserTransport
    private let noted = Mutex<Set<String>>([])

    init(_ base: any BrowserTransport) { self.base = base }

    var cookies: Set<String> { noted.withLock(\.self) }

    func send(_ request: BrowserRequest) async throws -> BrowserResponse {
      let response = try await base.send(request)
      noted.withLock {
        if let sent = request.header("Cookie") { $0.formUnion(Self.names(in: [sent])) }
        $0.formUnion(Self.names(in: response.headerValues("Set-Cookie")))
      }
      return response
    }

    /// Returns the cookies with names of sessions.
    static func names(in fields: [String]) -> [String] {
      fields.flatMap { $0.split(separator: "; ") }.filter { $0.hasPrefix("cairn-8080=") }
        .map { String($0) }
    }
  }

  /// Returns how many forms of a new tab were processed.
  private func count(_ forms: Int, in tab: Browser) async throws -> Int {
    try await tab.open("/vault")
    var done = 0
    for _ in 0..<forms {
      try await tab.click("Count")
      let submission = try #require(tab.submission)
      let (request, response) = (submission.request, submission.response)
      // The session has changed so often in the meantime that the form wasn't processed.
      if response.status == 503 { try await tab.back() }
      // If the session doesn't have the scene, a new scene is created. Its page shows that the form wasn't processed.
      let isRestored = request.target != "/vault" && response.header("Location") != request.target
      if response.status == 303, !isRestored { done += 1 }
    }
    return done
  }

  private func form(
    _ browser: Browser, tapping name: String, cookie: String? = nil
  ) throws -> HTTPRequest {
    let token = try #require(
      browser.topLayer?.node.first("input", where: ["name": "~token"])?["value"])
    let tap = try #require(try browser.control(name)["value"])
    return try request(
      "POST", browser.location, cookie: cookie ?? browser.cookieHeader,
      form: [("~token", token), ("~tap", tap)])
  }

  private func request(
    _ method: String, _ target: String, cookie: String, form: [(name: String, value: String)] = []
  ) throws -> HTTPRequest {
    var headers = HTTPHeaders()
    headers.append("Host", "localhost")
    headers.append("Cookie", cookie)
    return try #require(
      HTTPRequest(
        method: HTTPMethod(method), target: target, headers: headers, form: form, body: []))
  }

  private func text(_ response: HTTPResponse?) throws -> String {
    try #require(response).body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `Requests during a sign-in wait, and show nothing of the user`() async throws {
    let server = try server()
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/vault")
    let other = browser.newTab()
    try await other.open("/vault")
    let cookie = browser.cookieHeader
    let signIn = try form(browser, tapping: "Sign in slowly")
    let count = try form(other, tapping: "Count")

    let first = try Waiting(server.responder.respond(to: signIn))
    await gate.isReached()
    // The value has changed, but isn't stored yet.
    let page = try Waiting(
      server.responder.respond(to: try request("GET", "/vault", cookie: cookie)))
    let counted = try Waiting(server.responder.respond(to: count))
    // A repetition in time. Only the sender of the first form can have this form.
    let again = try Waiting(server.responder.respond(to: signIn))
    gate.open()

    let answer = try #require(await first.response.value)
    let name = try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first)
    #expect(answer.status == .seeOther)
    let repeated = try #require(await again.response.value)
    #expect(repeated.headers["Location"] == answer.headers["Location"])
    #expect(repeated.headers["Set-Cookie"] == answer.headers["Set-Cookie"])
    #expect(try text(await page.response.value).contains("User: nobody"))
    let refused = try #require(await counted.response.value)
    #expect(refused.status == .conflict)
    #expect(refused.headers["Set-Cookie"] == nil)
    #expect(String(name) != cookie)
    #expect(server.sessionCount <= 2)
  }

  @Test func `A form that is sent twice while another tab signs in is restored both times`()
    async throws
  {
    let browser = Browser(InProcessTransport(try server()))
    try await browser.open("/vault")
    try await browser.click("Count")
    let tab = browser.newTab()
    try await tab.open("/vault")
    try await tab.click("Count")
    let count = try form(tab, tapping: "Count")
    // After a restart, the tab's scene isn't in memory.
    let loads = HeldLoads(store)
    let server = try server(sessions: loads)
    let signer = Browser(Bearer(InProcessTransport(server), ofCookie: browser))
    try await signer.open(browser.location)
    let signIn = try form(signer, tapping: "Sign in slowly", cookie: browser.cookieHeader)

    let first = try Waiting(server.responder.respond(to: count))
    await loads.isReached()
    let signedIn = try Waiting(server.responder.respond(to: signIn))
    await gate.isReached()
    let second = try Waiting(server.responder.respond(to: count))
    loads.release()
    gate.open()
    #expect(await signedIn.response.value?.headers["Set-Cookie"] != nil)
    for waiting in [first, second] {
      let refused = try #require(await waiting.response.value)
      #expect(refused.status == .conflict)
      #expect(CookieLog.names(in: refused.headers.values(of: "Set-Cookie")).isEmpty)
    }
  }

  @Test func `During a renewal, forms of many tabs are processed once or restored`() async throws {
    try await expectEachOnce(on: try server())
  }

  @Test func `During a renewal with a file, forms are processed once or restored`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "sessions.sqlite").path(percentEncoded: false)
    let file = try SQLiteSessionStore(path: path)
    try await expectEachOnce(on: try server(sessions: file))
    await file.close()
  }

  private func expectEachOnce(on server: Server) async throws {
    let log = CookieLog(InProcessTransport(server))
    let browser = Browser(log)
    try await browser.open("/vault")
    try await browser.click("Count")
    let done = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        let tab = browser.newTab()
        group.addTask { try await count(20, in: tab) }
      }
      for _ in 0..<8 {
        try await browser.click("Renew")
        let cookies = browser.submission?.response.headerValues("Set-Cookie") ?? []
        #expect(CookieLog.names(in: cookies).count == 1)
        #expect(browser.submission?.response.headerValues("Clear-Site-Data").isEmpty == true)
      }
      return try await group.reduce(1, +)
    }
    // A tab can have used a cookie that was renewed, and started a new session. That session can have been renewed
    // too. So forms are counted for every cookie.
    var counted = 0
    for cookie in log.cookies {
      let tab = Browser(Bearer(InProcessTransport(server), cookie: cookie))
      try await tab.open("/vault")
      counted += try #require(tab.shown("Count").flatMap { Int($0) })
    }
    #expect(counted == done)
  }

  @Test func `Signing out ends the session`() async throws {
    let server = try server()
    let transport = InProcessTransport(server)
    let browser = Browser(transport)
    try await browser.open("/vault")
    try await browser.click("Sign in")
    try await browser.click("Count")
    let tab = browser.newTab()
    try await tab.open("/vault")
    try await tab.click("Count")
    let scene = browser.location
    let old = Browser(Bearer(transport, ofCookie: browser))
    try await browser.click("Sign out")
    #expect(browser.location == "/vault")
    let signOut = try #require(browser.submission)
    #expect(signOut.response.headerValues("Clear-Site-Data") == ["\"cache\""])
    for seer in [browser, old] {
      for location in ["/vault", scene, tab.location] {
        try await seer.open(location)
        #expect(seer.shown("User") == "nobody")
        #expect(seer.shown("Owner") == "none")
        #expect(seer.shown("Count") == "0")
        #expect(seer.shown("Own") == "0")
      }
    }
    try await tab.click("Count")
    #expect(tab.status == 409)
    #expect(tab.shown("User") == "nobody")
    let again = try await transport.send(signOut.request)
    #expect(again.status == 303)
    #expect(again.headerValues("Set-Cookie") == signOut.response.headerValues("Set-Cookie"))
    #expect(try await store.removeSessions(of: #require(.init("ann")), except: nil).isEmpty)
  }

  @Test func `If the session can't be ended, it continues`() async throws {
    let store = BrokenStore()
    let browser = Browser(InProcessTransport(try server(sessions: store)))
    try await browser.open("/vault")
    try await browser.click("Sign in")
    try await browser.click("Count")
    let cookie = browser.cookieHeader
    store.fail(commits: true)
    try await browser.click("Sign out")
    #expect(browser.status == 503)
    #expect(browser.cookieHeader == cookie)
    store.fail()
    try await browser.back()
    try await browser.click("Count")
    #expect(browser.shown("User") == "ann")
    #expect(browser.shown("Count") == "2")
    try await browser.click("Sign out")
    #expect(browser.shown("User") == "nobody")
  }

  @Test func `If two tabs sign in at the same time, the form of one is restored`() async throws {
    let server = try server()
    let browser = Browser(InProcessTransport(server))
    let other = browser.newTab()
    try await browser.open("/vault")
    try await other.open("/vault")
    let forms = [
      try form(browser, tapping: "Sign in slowly"), try form(other, tapping: "Sign in slowly"),
    ]
    let first = try Waiting(server.responder.respond(to: forms[0]))
    await gate.isReached()
    let second = try Waiting(server.responder.respond(to: forms[1]))
    gate.open()
    #expect(await first.response.value?.headers["Set-Cookie"] != nil)
    let refused = try #require(await second.response.value)
    #expect(refused.status == .conflict)
    #expect(refused.headers["Set-Cookie"] == nil)
  }

  @Test func `All sessions of a user can be ended`() async throws {
    let server = try server()
    let transport = InProcessTransport(server)
    let browsers = (0..<3).map { _ in Browser(transport) }
    for (browser, name) in zip(browsers, ["", "", "bob"]) {
      try await browser.open("/vault")
      try browser.fill("Name", with: name)
      try await browser.click("Sign in")
      try await browser.click("Count")
    }
    let kept = server.sessionCount
    try await browsers[0].click("End others")
    #expect(server.sessionCount == kept - 1)
    for (browser, user) in zip(browsers, ["ann", "nobody", "bob"]) {
      try await browser.reload()
      #expect(browser.shown("User") == user)
      #expect(browser.shown("Own") == (user == "nobody" ? "0" : "1"))
    }
    try await browsers[0].click("Count")
    #expect(browsers[0].shown("Count") == "2")
    try await browsers[0].click("End all")
    #expect(browsers[0].shown("User") == "nobody")
    #expect(browsers[0].shown("Count") == "0")
    try await browsers[2].click("Count")
    #expect(browsers[2].shown("Count") == "2")
  }
}
