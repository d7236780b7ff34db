import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing

/// Middleware around pages and endpoints, in process and over HTTP.
@Suite(.timeLimit(.minutes(30))) struct MiddlewareServerTests {
  /// Adds a header field with the dependencies of the server, and changes the session in vain.
  private struct Greeting: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      @Dependency(\.greeting) var greeting
      @Shared(.session("visits")) var visits = 0
      return await next().header("X-Greeting", "\(greeting) \(visits)")
    }
  }

  /// Accepts only requests with a key, except for the start page.
  private struct Guarding: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      guard request.url == "/" || request.headers["Key"] == "secret" else {
        throw HTTPProblem(status: .unauthorized)
      }
      return await next()
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
      Endpoint(.get, "/api/rooms") { _ in .json([7]) }
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
}
