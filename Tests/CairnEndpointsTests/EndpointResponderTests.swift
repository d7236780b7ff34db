import CairnHTTP
import Testing

@testable import CairnEndpoints

/// The methods and paths that endpoints respond to.
@Suite struct EndpointResponderTests {
  private let site: Site

  init() throws {
    site = try Site {
      texting("list", .get, "/rooms")
      texting("created", .post, "/rooms")
      texting("hook", .post, "/hook").acceptingOtherSites()
      Endpoint(.put, "/files/:name", body: .form) { _ in .noContent }
      Endpoint(.purge, "/files/:name", body: .bytes(limit: 7)) { _ in .noContent }
      texting("own", .options, "/own")
    }
  }

  private func request(_ method: HTTPMethod, _ target: String) throws -> HTTPRequest {
    try #require(HTTPRequest(method: method, target: target))
  }

  @Test func `A server without endpoints has no responder`() throws {
    let responder = try EndpointResponder([], sessions: KnownSessions()) { _, _ in }
    #expect(responder == nil)
  }

  @Test func `HEAD is answered like GET`() async throws {
    let answer = try await site.answer(.head, "/rooms")
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
  }

  @Test(arguments: [
    ("/rooms", "GET, HEAD, POST, OPTIONS"), ("/hook", "POST, OPTIONS"),
    ("/files/a", "PUT, OPTIONS, PURGE"),
  ])
  func `OPTIONS and other methods get the methods of the path`(
    target: String, allowed: String
  ) async throws {
    let options = try await site.answer(.options, target)
    #expect(options.status == 204)
    #expect(options.headers["Allow"] == allowed)
    let other = try await site.answer(.patch, target)
    #expect(other.status == 405)
    #expect(other.headers["Allow"] == allowed)
    #expect(other.text == #"{"status":405,"title":"Method Not Allowed"}"#)
  }

  @Test func `An endpoint for OPTIONS has precedence`() async throws {
    #expect(try await site.answer(.options, "/own").text == "own")
  }

  @Test(arguments: ["/", "/other", "/rooms/7", "/~health", "/~rooms", "*"])
  func `Other paths belong to pages`(target: String) async throws {
    let request = try request(.options, target)
    #expect(try await site.answer(to: request) == nil)
    guard case .page = site.responder.admission(of: request) else {
      Issue.record("The request was taken")
      return
    }
    #expect(site.responder.bodyReading(of: request) != .form)
    #expect(site.responder.bodyReading(of: try self.request(.post, target)) == .form)
    #expect(site.responder.errorResponse(status: .badRequest, request: request) == nil)
  }

  @Test func `The body is read as the endpoint declares`() throws {
    let reading = { site.responder.bodyReading(of: $0) }
    #expect(reading(try request(.post, "/rooms")) == .bytes(limit: 1024 * 1024))
    #expect(reading(try request(.put, "/files/a")) == .form)
    #expect(reading(try request(.other("PURGE"), "/files/a")) == .bytes(limit: 7))
  }

  @Test func `A request that can change something must come from this server`() throws {
    guard case .ownSiteOnly = site.responder.admission(of: try request(.post, "/rooms")),
      case .ownSiteOnly = site.responder.admission(of: try request(.other("PURGE"), "/files/a")),
      case .accepted = site.responder.admission(of: try request(.post, "/hook")),
      case .accepted = site.responder.admission(of: try request(.options, "/own")),
      case .refused(let response) = site.responder.admission(of: try request(.put, "/rooms"))
    else {
      Issue.record("A request was admitted differently")
      return
    }
    #expect(response.status == .methodNotAllowed)
  }

  @Test func `Errors of the server are problems`() throws {
    let response = try #require(
      site.responder.errorResponse(
        status: .contentTooLarge, request: try request(.post, "/rooms")))
    let answer = Answer(response)
    #expect(answer.text == #"{"status":413,"title":"Content Too Large"}"#)
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
    let method = try #require(
      site.responder.errorResponse(
        status: .methodNotAllowed, request: try request(.other("BREW"), "/rooms")))
    #expect(method.headers["Allow"] == "GET, HEAD, POST, OPTIONS")
  }

  @Test func `A query with too many items is rejected`() async throws {
    let most = "/rooms?" + Array(repeating: "a", count: 256).joined(separator: "&")
    #expect(try await site.answer(most).status == 200)
    #expect(try await site.answer(most + "&a").status == 414)
  }

  @Test func `The handler gets the request`() async throws {
    let site = try Site {
      Endpoint(.post, "/:room/echo") { request in
        .json([
          request.method.rawValue, request.url, try request.path("room"), try request.query("a"),
          request.headers[.test] ?? "", String(decoding: request.body, as: UTF8.self),
          request.remoteAddress, request.host ?? "", "\(request.isSecure)",
        ])
      }
    }
    let answer = try await site.answer(
      .post, "/o%61k/echo?a=%C3%A9+b", headers: ["X-Test": "t", "Host": "localhost"], body: "B")
    #expect(
      answer.text
        == #"["POST","/o%61k/echo?a=%C3%A9+b","oak","é b","t","B","127.0.0.1","localhost","false"]"#
    )
  }
}
