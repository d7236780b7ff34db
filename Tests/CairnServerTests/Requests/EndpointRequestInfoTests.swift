import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

/// The values of a request in endpoints, whose responses vary by what they've read.
@Suite(.withoutScript(.requests)) struct EndpointRequestInfoTests {
  /// Passes all requests on.
  private struct Passing: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      await next()
    }
  }

  /// Responds with what a middleware has read.
  private struct Reading: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      @Dependency(\.request.userAgent) var userAgent
      return .text(userAgent ?? "")
    }
  }

  private static func site(_ middleware: [any Middleware] = []) throws -> InProcessTransport {
    var settings = ServerSettings()
    settings.port = 0
    return InProcessTransport(
      try Server(settings: settings) {
        $0.timeZone = .gmt
      } mounts: {
        for layer in middleware { layer }
        Endpoint(.get, "/zone") { _ in
          @Dependency(\.timeZone) var timeZone
          return .text(timeZone.identifier)
        }
        Endpoint(.get, "/agent") { _ in
          @Dependency(\.request.userAgent) var userAgent
          return .text(userAgent ?? "")
        }.withSession()
        Endpoint(.get, "/languages") { _ in
          @Dependency(\.request.languages) var languages
          return .text(languages.map(\.tag).joined(separator: " "))
        }
        Endpoint(.get, "/address") { _ in
          @Dependency(\.request.clientAddress) var address
          return .text(address ?? "")
        }
        Endpoint(.get, "/plain") { _ in .text("plain") }
      })
  }

  @Test(
    arguments: [
      ("/zone", "Asia/Tokyo", "Cookie"), ("/agent", "Lynx", "User-Agent"),
      ("/languages", "de en", "Accept-Language"), ("/address", "127.0.0.1", nil),
      ("/plain", "plain", nil),
    ] as [(String, String, String?)], [false, true])
  func `An endpoint knows its request, and its response varies by what it has read`(
    expected: (target: String, text: String, vary: String?), hasMiddleware: Bool
  ) async throws {
    let site = try Self.site(hasMiddleware ? [Passing()] : [])
    let response = try await site.send(
      BrowserRequest(
        target: expected.target,
        headers: [
          ("User-Agent", "Lynx"), ("Accept-Language", "en;q=0.5, de"),
          ("Cookie", "cairn-browser=:Asia/Tokyo"),
        ]))
    #expect(response.text == expected.text)
    #expect(response.header("Vary") == expected.vary)
  }

  @Test(arguments: [false, true])
  func `Without a report of the script, an endpoint has the application's time zone`(
    hasMiddleware: Bool
  ) async throws {
    let site = try Self.site(hasMiddleware ? [Passing()] : [])
    let response = try await site.send(BrowserRequest(target: "/zone"))
    #expect(response.text == "GMT")
    #expect(response.header("Vary") == "Cookie")
  }

  @Test func `The response of a middleware varies by what it has read`() async throws {
    let site = try Self.site([Reading()])
    let response = try await site.send(
      BrowserRequest(target: "/plain", headers: [("User-Agent", "Lynx")]))
    #expect(response.text == "Lynx")
    #expect(response.header("Vary") == "User-Agent")
  }
}
