import CairnFeatures
package import CairnHTTP
import CairnScreens
import CairnSecurity
package import CairnTexts

/// Responds to requests for endpoints.
package final class EndpointResponder: Sendable {
  /// What a request needs before its body is read.
  package enum Admission {
    /// No endpoint has the request's path.
    case page
    case accepted
    /// The request must come from a page of this server.
    case ownSiteOnly
    case refused(HTTPResponse)
  }

  private let table: EndpointTable
  /// The beginning of the paths that belong to the server.
  private let reserved: String
  private let sessions: any EndpointSessions
  private let report: @Sendable (_ endpoint: String, any Error) -> Void

  /// Creates a responder, or returns `nil` if there are no endpoints.
  /// - Parameters:
  ///   - endpoints: The endpoints with their whole paths.
  ///   - prefix: The path below which the server serves everything.
  ///   - sessions: Finds the sessions of requests.
  ///   - report: Logs an error that an endpoint has thrown.
  package init?(
    _ endpoints: [Endpoint], prefix: PathPrefix = .none, sessions: any EndpointSessions,
    report: @escaping @Sendable (_ endpoint: String, any Error) -> Void
  ) throws(EndpointTable.Mistake) {
    guard !endpoints.isEmpty else { return nil }
    table = try EndpointTable(endpoints, below: prefix)
    reserved = prefix.path + EndpointTable.reserved
    self.sessions = sessions
    self.report = report
  }

  /// The methods that the server must accept for its endpoints.
  package var methods: Set<HTTPMethod> { table.methods.union([.options]) }

  /// Returns whether a request may be for an endpoint.
  ///
  /// This takes less time than finding the endpoint, and most requests are for pages.
  package func mayRespond(to request: HTTPRequest) -> Bool {
    // These paths belong to the server. The target can also be `*`, or unreadable.
    request.rawPath.utf8.first == UInt8(ascii: "/")
      && !request.rawPath.utf8.starts(with: reserved.utf8)
      && table.mayContain(rawPath: request.rawPath)
  }

  private func find(_ request: HTTPRequest) -> EndpointTable.Finding {
    guard mayRespond(to: request), let location = Location(path: request.rawPath) else {
      return .none
    }
    return table.find(request.method, location.segments)
  }

  // MARK: Before the body

  /// Returns how to read the body of a request.
  package func bodyReading(of request: HTTPRequest) -> BodyReading {
    switch find(request) {
    // Pages reject other methods than `POST`, regardless of the body's type.
    case .none where request.method == .post || request.isRead: .form
    case .none: .bytes(limit: RequestLimits().maxBodySize)
    // The body isn't used, regardless of its type.
    case .methods: .bytes(limit: RequestLimits().maxBodySize)
    case .found(let match):
      switch match.endpoint.body {
      case .form: .form
      case .bytes(let limit): .bytes(limit: limit)
      case .parts(let limit): .parts(limit: limit)
      }
    }
  }

  /// Decides on a request whose body hasn't been read, and whose method isn't `GET` or `HEAD`.
  package func admission(of request: HTTPRequest) -> Admission {
    switch find(request) {
    case .none: .page
    // Middleware may add fields to the response, such as those of CORS.
    case .methods where request.method == .options: .accepted
    case .methods(let methods): .refused(Self.unsupported(request.method, methods))
    case .found where !request.hasFewQueryItems: .refused(Self.tooLong)
    case .found(let match) where match.endpoint.acceptsOtherSites: .accepted
    case .found: request.method == .options ? .accepted : .ownSiteOnly
    }
  }

  // MARK: Responding

  /// Returns the route and the answer of a request, or `nil` if no endpoint has its path.
  ///
  /// The endpoint runs in a task, which inherits the task-local values of the caller.
  /// - Parameter sessions: Finds the session of this request, or `nil` for the way of all requests.
  package func respond(
    to request: HTTPRequest, with sessions: (any EndpointSessions)? = nil
  ) -> (route: String?, answer: HTTPAnswer)? {
    switch find(request) {
    case .none: return nil
    case .methods(let methods): return (nil, .now(Self.unsupported(request.method, methods)))
    case .found(let match):
      let route = match.endpoint.pattern.text
      guard request.hasFewQueryItems else {
        return (route, .now(Self.tooLong))
      }
      let promise = Promise()
      let sessions = sessions ?? self.sessions
      Task { [self] in
        promise.fulfill(await response(of: match, to: request, in: sessions))
      }
      return (route, .later(promise))
    }
  }

  private func response(
    of match: EndpointTable.Match, to request: HTTPRequest, in sessions: any EndpointSessions
  ) async -> HTTPResponse {
    let use = match.endpoint.session
    guard !use.isNone else {
      return Self.secured(
        await sessions.withoutSession(for: request) { await run(match, request) })
    }
    var response = await sessions.withSession(of: request, for: use) { session in
      if let closed = use.guards.first(where: { !$0.sessionGuard.admits(session) }) {
        return Self.rejection(by: closed, hasOwner: session.owner != nil)
      }
      var response = await run(match, request)
      // This is a default, which precedes the one of pages.
      response.headers["Cache-Control"] = response.headers["Cache-Control"] ?? Self.uncached
      return response
    }
    // A cache must not give the cookie to others.
    if response.headers["Set-Cookie"] != nil { response.headers["Cache-Control"] = Self.uncached }
    return Self.secured(response)
  }

  /// The cache policy of a response that depends on a session.
  private static let uncached = "private, no-store"

  /// Returns the response to a request whose session isn't admitted.
  private static func rejection(by closed: EndpointGuard, hasOwner: Bool) -> HTTPResponse {
    guard let otherwise = closed.otherwise else {
      let problem =
        hasOwner
        ? HTTPProblem(status: .forbidden, text: .accessDenied)
        : HTTPProblem(status: .unauthorized, text: .signInFirst)
      return problem.response(rejecting: .guarded)
    }
    let redirect = EndpointResponse.redirect(to: otherwise).header(.cacheControl, uncached)
    return HTTPResponse(
      status: HTTPStatus(redirect.status), headers: HTTPHeaders(redirect.headers))
  }

  /// Runs an endpoint, and returns its response without the header fields of pages.
  private func run(_ match: EndpointTable.Match, _ request: HTTPRequest) async -> HTTPResponse {
    do {
      let response = try await match.endpoint.handler(
        EndpointRequest(
          request, path: match.values, access: match.endpoint.body.isReadInParts ? .parts : .bytes))
      return try Self.response(response, to: request) { [report] in
        report(match.endpoint.name, $0)
      }
    } catch let problem as HTTPProblem {
      return problem.response
    } catch {
      report(match.endpoint.name, error)
      return HTTPProblem(status: .internalServerError).response
    }
  }

  /// Returns the response to a request, without the header fields of pages.
  /// - Parameter report: Logs an error of the code that writes a streamed body.
  private static func response(
    _ response: EndpointResponse, to request: HTTPRequest,
    report: @escaping @Sendable (any Error) -> Void
  ) throws -> HTTPResponse {
    switch response.content {
    case .body(let body):
      return HTTPResponse(
        status: HTTPStatus(response.status), headers: HTTPHeaders(response.headers), body: body)
    case .file(let source): return FileAnswer.response(source, response, to: request)
    case .stream(let write):
      let stream = HTTPStream.producing(
        { try await write(ResponseWriter(stream: $0)) }, failed: report)
      return HTTPResponse(
        status: HTTPStatus(response.status), headers: HTTPHeaders(response.headers),
        body: .stream(stream))
    case .complete(var complete):
      complete.status = HTTPStatus(response.status)
      complete.headers = HTTPHeaders(response.headers)
      return complete
    case .failure(let error): throw error
    }
  }

  /// Returns the response of a middleware, with the header fields of pages.
  static func secured(
    _ response: EndpointResponse, to request: HTTPRequest,
    report: @escaping @Sendable (any Error) -> Void
  ) throws -> HTTPResponse {
    secured(try Self.response(response, to: request, report: report))
  }

  /// Returns the response to a problem, with the header fields of pages.
  static func secured(_ problem: HTTPProblem) -> HTTPResponse { secured(problem.response) }

  /// Returns the response if a path has no endpoint for the method.
  private static func unsupported(
    _ method: HTTPMethod, _ methods: Set<HTTPMethod>
  ) -> HTTPResponse {
    let allowed = MethodList.field(methods)
    guard method == .options else {
      return secured(
        HTTPProblem(status: .methodNotAllowed, headers: [.allow: allowed])
          .response(rejecting: .method))
    }
    return secured(HTTPResponse(status: .noContent, headers: ["Allow": allowed]))
  }

  /// Returns the response to an error that the server detects, or `nil` if no endpoint has the request's path.
  package func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse? {
    switch find(request) {
    case .none: nil
    case .methods(let methods) where status == .methodNotAllowed:
      Self.unsupported(request.method, methods)
    case .methods, .found: Self.secured(HTTPProblem(status: .init(status)).response)
    }
  }

  /// The response to a request with too many query items.
  private static var tooLong: HTTPResponse {
    secured(HTTPProblem(status: .uriTooLong).response(rejecting: .targetTooLong))
  }

  /// Returns the response to a request of another site.
  package static func foreign(in texts: Texts) -> HTTPResponse {
    secured(HTTPProblem(status: .forbidden, detail: texts[.requestFromOtherSite]).response)
  }

  /// Returns the response with the header fields of pages, except for fields that it already has.
  private static func secured(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    for (name, value) in SecurityHeaders.page where response.headers[name] == nil {
      response.headers.append(name, value)
    }
    return response
  }
}

extension HTTPRequest {
  /// Whether the query has at most as many items as a page's.
  fileprivate var hasFewQueryItems: Bool {
    (query ?? "").utf8.count { $0 == UInt8(ascii: "&") } < LocationReader.maximumItems
  }
}
