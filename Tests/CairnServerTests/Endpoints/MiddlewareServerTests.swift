import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

/// Middleware around pages and endpoints, in process and over HTTP.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct MiddlewareServerTests {
  /// Adds a header field with the dependencies of the server, and with a session value, which is the default.
  private struct Greeting: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      @Dependency(\.greeting) var greeting
      @Shared(.session("visits")) var visits = 0
      return await next().header(.greeting, "\(greeting) \(visits)")
    }
  }

  /// Accepts only requests with a key, except for the start page.
  private struct Guarding: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      guard request.url == "/" || request.headers[.key] == "secret" else {
        throw HTTPProblem(status: .unauthorized)
      }
      return await next()
    }
  }

  /// Changes the session in vain.
  private struct Changing: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      @Shared(.session("count")) var count = 0
      $count.withLock { $0 += 10 }
      return await next()
    }
  }

  /// Replaces a dependency for pages and endpoints.
  private struct Preparing: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      await withDependencies {
        $0.greeting = "changed"
      } operation: {
        await next()
      }
    }
  }

  private static let form = [("Content-Type", "application/x-www-form-urlencoded")]

  /// Sends forms to another path than browsers do.
  private struct Detour: BrowserTransport {
    let base: any BrowserTransport
    let path: String
    var origin: String { base.origin }

    func send(_ request: BrowserRequest) async throws -> BrowserResponse {
      var request = request
      if request.method == "POST" { request.target = path }
      return try await base.send(request)
    }
  }

  private func withServer(
    _ way: EndpointWay, _ test: (any BrowserTransport) async throws -> Void
  ) async throws {
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(settings: settings) {
      $0.greeting = "prepared"
    } mounts: {
      Greeting()
      Guarding()
      Mount("/", RoomsApp.self)
      Preparing()
      Endpoint(.get, "/api/rooms") { _ in .json([7]) }
      Endpoint(.get, "/api/greeting") { _ in
        @Dependency(\.greeting) var greeting
        return .text(greeting)
      }
    }
    guard way == .socket else { return try await test(InProcessTransport(server)) }
    try server.start()
    do {
      try await test(SocketTransport(port: server.port))
      await server.stop()
    } catch {
      await server.stop()
      throw error
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `Pages and endpoints pass through middleware`(way: EndpointWay) async throws {
    try await withServer(way) { site in
      let page = try await site.send("GET", "/")
      #expect(page.status == 200)
      #expect(page.text.contains("The page of the rooms"))
      #expect(page.header("X-Greeting") == "prepared 0")
      let rooms = try await site.send("GET", "/api/rooms", headers: [("Key", "secret")])
      #expect(rooms.text == "[7]")
      #expect(rooms.header("X-Greeting") == "prepared 0")
      for path in ["/api/rooms", "/other"] {
        let refused = try await site.send("GET", path)
        #expect(refused.status == 401)
        #expect(refused.header("X-Greeting") == "prepared 0")
      }
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `Public files and health checks don't pass through middleware`(
    way: EndpointWay
  ) async throws {
    try await withServer(way) { site in
      for path in ["/~health", "/public/cairn.css"] {
        let answer = try await site.send("GET", path)
        #expect(answer.status == 200)
        #expect(answer.header("X-Greeting") == nil)
      }
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `All other requests pass through middleware, regardless of their path`(
    way: EndpointWay
  ) async throws {
    try await withServer(way) { site in
      for path in ["/~x", "/~", "/~.", "/~live/x", "/~health/", "/%7Elive"] {
        for method in ["GET", "POST", "HEAD"] {
          let answer = try await site.send(method, path, headers: Self.form)
          #expect(answer.status == 401, "\(method) \(path)")
          #expect(answer.header("X-Greeting") == "prepared 0")
        }
      }
      let stream = try await site.send("POST", "/~live", headers: Self.form)
      #expect(stream.status == 401)
      let missing = try await site.send("GET", "/other", headers: [("Key", "secret")])
      #expect(missing.status == 404)
      #expect(missing.header("X-Greeting") == "prepared 0")
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `Middleware can handle OPTIONS for the path of an endpoint`(way: EndpointWay) async throws {
    try await withServer(way) { site in
      let headers = [("Key", "secret"), ("Origin", "https://other.example")]
      let options = try await site.send("OPTIONS", "/api/rooms", headers: headers, isOwn: false)
      #expect(options.status == 204)
      #expect(options.header("Allow")?.contains("GET") == true)
      #expect(options.header("X-Greeting") == "prepared 0")
      let head = try await site.send("HEAD", "/api/rooms", headers: headers)
      #expect(head.status == 200)
      #expect(head.header("X-Greeting") == "prepared 0")
      // The server rejects this request before it reads its body.
      let refused = try await site.send("POST", "/api/rooms", headers: headers)
      #expect(refused.status == 405)
      #expect(refused.header("X-Greeting") == nil)
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `Dependencies of middleware reach endpoints`(way: EndpointWay) async throws {
    try await withServer(way) { site in
      let answer = try await site.send("GET", "/api/greeting", headers: [("Key", "secret")])
      #expect(answer.text == "changed")
      #expect(answer.header("X-Greeting") == "prepared 0")
    }
  }

  // MARK: Forms and sessions

  @Test func `Forms pass through middleware, also at other paths`()
    async throws
  {
    let server = try vaultServer(middleware: [Greeting(), Refusing()])
    let site = InProcessTransport(server)
    for path in ["/vault", "/~x", "/~."] {
      let browser = Browser(Detour(base: site, path: path))
      try await browser.open("/vault")
      try await browser.click("Count")
      let response = try #require(browser.submission?.response)
      #expect(response.header("X-Greeting") != nil)
      #expect(response.status == (path == "/vault" ? 303 : 401))
    }
  }

  /// Rejects requests for other paths than those of the vault.
  private struct Refusing: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      guard request.segments.first == "vault" else { throw HTTPProblem(status: .unauthorized) }
      return await next()
    }
  }

  /// Sets a cookie, which replaces all cookies that it gets, and a cache policy.
  private struct Tasting: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      await next().header(.setCookie, "taste=sweet").header(.cacheControl, "public")
    }
  }

  @Test func `The cookie of a session is kept`() async throws {
    let site = InProcessTransport(try vaultServer(middleware: [Tasting()]))
    let answer = try await site.send("GET", "/return?user=bea")
    #expect(answer.status == 303)
    #expect(answer.headerValues("Set-Cookie").count == 2)
    #expect(answer.header("Cache-Control") == "private, no-store")
    let cookie = try #require(answer.headerValues("Set-Cookie").last).prefix { $0 != ";" }
    let report = try await Bearer(site, cookie: String(cookie)).send("GET", "/own").report
    #expect(report == VaultReport(user: "bea", owner: "bea"))
  }

  @Test func `A change of the session by middleware is lost and reported`() async throws {
    let site = InProcessTransport(try vaultServer(middleware: [Changing()]))
    try await withKnownIssue {
      _ = try await site.send("POST", "/count")
    } matching: { issue in
      issue.description.contains("Middleware can't have a session.")
    }
    let server = InProcessTransport(try vaultServer(middleware: [Greeting()]))
    let answer = try await server.send("POST", "/count")
    #expect(answer.report == VaultReport(count: 1))
  }
}

extension HTTPField.Name {
  fileprivate static let greeting = Self("X-Greeting")!
  fileprivate static let key = Self("Key")!
}
