import CairnApplications
import CairnBytes
import CairnDependencies
import CairnEndpoints
import CairnHTTP
import CairnHealth
import CairnSecurity
import CairnTexts
import Logging
import Synchronization

/// The responder between the sockets and the pages.
///
/// It rejects forms from other origins before they're read, answers health checks, passes requests to endpoints, adds
/// the ID of the request to the response, and adds HSTS to responses over TLS.
final class Edge: HTTPResponder, Sendable {
  let pages: PageResponder
  let health: HealthResponder
  /// The endpoints, or `nil` if the server has only pages.
  private let endpoints: EndpointResponder?
  /// The middleware, or `nil` if there is none.
  private let middleware: MiddlewareChain?
  private let hosts: HostCheck
  private let log: LogRate
  /// The tracer of requests, or `nil` if the process has none.
  private let tracer: RequestTracer?
  private let isAbandoned = Atomic(false)

  init(
    pages: PageResponder, endpoints: EndpointResponder? = nil,
    middleware: MiddlewareChain? = nil, health: HealthResponder, hosts: HostCheck, logger: Logger,
    tracer: RequestTracer? = nil
  ) {
    self.endpoints = endpoints
    self.middleware = middleware
    self.tracer = tracer
    self.pages = pages
    self.health = health
    self.hosts = hosts
    log = LogRate(logger: logger)
  }

  /// Returns the response to a request for another host, or `nil` if the request is for this server.
  private func misdirection(of request: HTTPRequest) -> HTTPResponse? {
    // A trusted proxy decides which hosts it forwards.
    guard !request.isForwarded, !hosts.admits(request.host) else { return nil }
    let advice = HostCheck.advice(for: request.host)
    log.log(
      .notice, kind: "host",
      metadata: RejectionLog.metadata(request, status: .misdirectedRequest),
      "Rejected request: unknown host. \(advice ?? "")")
    let page = pages.errorResponse(
      status: .misdirectedRequest, request: request,
      message: request.isFromThisMachine ? advice : nil)
    return Self.staying(page, id: request.id, isSecure: false)
  }

  func bodyReading(of request: HTTPRequest) -> BodyReading {
    endpoints?.bodyReading(of: request) ?? .form
  }

  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    let response = reasonedRefusal(of: request)
    if let response { tracer?.begin(request).end(status: response.status.rawValue) }
    return response
  }

  private func reasonedRefusal(of request: HTTPRequest) -> HTTPResponse? {
    if let response = misdirection(of: request) { return response }
    switch endpoints?.admission(of: request) ?? .page {
    case .accepted: return nil
    case .refused(let response): return staying(negotiated(response, for: request), for: request)
    case .ownSiteOnly:
      return foreign(request).map { _ in
        let texts = pages.localization(at: request).texts(for: LanguagePreferences(request))
        let response = EndpointResponder.foreign(in: texts)
        return staying(negotiated(response, for: request), for: request)
      }
    case .page where request.method != .post:
      return errorResponse(status: .methodNotAllowed, request: request)
    case .page:
      return foreign(request).map { staying(page(for: $0.advice, to: request), for: request) }
        ?? rejectionByHead(of: request)
    }
  }

  /// Returns the response to a form that no page can receive, or `nil` if a page or a middleware may.
  private func rejectionByHead(of request: HTTPRequest) -> HTTPResponse? {
    guard !pages.mayReceiveForm(request), middleware == nil || pages.files.contains(request),
      case .now(let response) = pages.respond(to: request)
    else { return nil }
    return staying(response, for: request)
  }

  /// A request that isn't from one of this server's own pages, with advice for the developer if there is any.
  private struct ForeignRequest {
    let advice: OriginAdvice?
  }

  /// Logs why a request isn't from one of this server's own pages. Returns `nil` if it is.
  private func foreign(_ request: HTTPRequest) -> ForeignRequest? {
    let headers = OriginCheck.Headers(request)
    let check = pages.originCheck
    guard case .refused(let refusal) = check.verdict(headers, isTLS: request.isSecure) else {
      return nil
    }
    let advice = OriginAdvice(refusal, headers, check, isTLS: request.isSecure)
    let reason = refusal.rawValue + (advice.map { ". \($0.message)" } ?? "")
    log.log(
      .notice, kind: refusal.rawValue,
      metadata: RejectionLog.metadata(request, status: .forbidden),
      "Rejected request: \(reason)")
    return ForeignRequest(advice: advice)
  }

  private func page(for advice: OriginAdvice?, to request: HTTPRequest) -> HTTPResponse {
    let message = advice.flatMap { $0.isForDeveloper(sending: request) ? $0.message : nil }
    var response = pages.errorResponse(status: .forbidden, request: request, message: message)
    // It's logged already, with the advice.
    response.rejection = nil
    return response
  }

  /// Rejects all requests from now on, because the server counts as ended. Browsers repeat them later.
  func abandon() { isAbandoned.store(true, ordering: .relaxed) }

  func respond(to request: HTTPRequest) -> HTTPAnswer {
    guard !isAbandoned.load(ordering: .relaxed) else {
      return .now(pages.errorResponse(status: .serviceUnavailable, request: request))
    }
    guard let trace = tracer?.begin(request) else { return answer(to: request, in: nil) }
    return RequestTracer.end(trace, with: answer(to: request, in: trace))
  }

  private func answer(to request: HTTPRequest, in trace: RequestTrace?) -> HTTPAnswer {
    if request.isRead, let response = misdirection(of: request) { return .now(response) }
    if request.isRead, let answer = health.answer(to: request) { return answer }
    let answer =
      middleware.flatMap { outerAnswer(to: request, $0, in: trace) }
      ?? innerAnswer(to: request, in: trace)
    // The request isn't kept, because that would copy its header fields.
    let (id, isSecure) = (request.id, isSecure(request))
    return answer.map { Self.staying($0, id: id, isSecure: isSecure) }
  }

  /// Returns the answer of an endpoint or of a page.
  private func innerAnswer(to request: HTTPRequest, in trace: RequestTrace?) -> HTTPAnswer {
    endpointAnswer(to: request, in: trace, isNested: false)?
      .map { [self] in negotiated($0, for: request) } ?? pages.respond(to: request, in: trace)
  }

  /// Returns the answer of the middleware, or `nil` if the request is for a path of the server itself.
  ///
  /// Health checks were answered before. A middleware may respond to all other paths that begin with `/~`.
  private func outerAnswer(
    to request: HTTPRequest, _ middleware: MiddlewareChain, in trace: RequestTrace?
  ) -> HTTPAnswer? {
    guard !pages.files.contains(request), !pages.isStream(request) else { return nil }
    let page = MiddlewareChain.Page(
      respond: { [pages] in pages.respond(to: request, in: trace) },
      elsewhere: pages.workload.run)
    let passage = pages.dependencies.asCurrent {
      trace.run {
        middleware.passage(of: request, to: page) { [self] in
          endpointAnswer(to: request, in: trace, isNested: true)
        }
      }
    }
    return passage.answer().map { [self] in negotiated($0, for: request) }
  }

  /// Returns the answer of an endpoint, or `nil` if the request isn't for one. Static files have precedence.
  /// - Parameter isNested: Whether the endpoint inherits the task-local values of middleware, such as dependencies.
  private func endpointAnswer(
    to request: HTTPRequest, in trace: RequestTrace?, isNested: Bool
  ) -> HTTPAnswer? {
    guard let endpoints, endpoints.mayRespond(to: request), !pages.files.contains(request)
    else { return nil }
    let sessions = trace.map { VisitorSessions(pages: pages, trace: $0) }
    let respond = { endpoints.respond(to: request, with: sessions) }
    let found = isNested ? respond() : pages.dependencies.asCurrent { trace.run(respond) }
    if let route = found?.route { trace?.found(route) }
    return found?.answer
  }

  func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse {
    if let response = endpoints?.errorResponse(status: status, request: request) {
      return staying(negotiated(response, for: request), for: request)
    }
    var response = pages.errorResponse(status: status, request: request)
    if status == .methodNotAllowed { response.headers["Allow"] = "GET, HEAD, POST" }
    return staying(response, for: request)
  }

  /// Returns a problem as an error page if the client prefers HTML, as a browser does when it opens a URL. Other responses
  /// don't change.
  private func negotiated(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
    guard let problem = ProblemText(response) else { return response }
    var response = response
    response.headers.vary(by: ["Accept"])
    guard AcceptField.prefersHTML(request.headers["Accept"] ?? "") else { return response }
    if pages.localization(at: request).isNegotiated {
      response.headers.vary(by: ["Accept-Language", "Cookie"])
    }
    let page = pages.errorResponse(
      status: response.status, Self.kind(of: response.status), request: request,
      message: problem.detail)
    response.headers["Content-Type"] = page.headers["Content-Type"]
    response.body = page.body
    return response
  }

  /// Returns the kind of error page for a problem. The texts of most other kinds are about forms of pages.
  private static func kind(of status: HTTPStatus) -> SystemText.ErrorKind {
    switch status.rawValue {
    case 404: .pageNotFound
    case 405: .methodNotAllowed
    case 400..<500: .requestRejected
    default: .serverFailed
    }
  }

  /// Returns the response with the ID of the request, and with `Strict-Transport-Security` if the browser's connection is
  /// encrypted. An endpoint's own fields aren't replaced.
  ///
  /// A prepared response is shared by many requests, so it doesn't change. The pages that link to it have already sent
  /// the header.
  private func staying(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
    guard !response.isPrepared else { return response }
    return Self.staying(response, id: request.id, isSecure: isSecure(request))
  }

  private static func staying(
    _ response: HTTPResponse, id: String, isSecure: Bool
  ) -> HTTPResponse {
    guard !response.isPrepared else { return response }
    var response = response
    if response.headers["X-Request-ID"] == nil { response.headers.append("X-Request-ID", id) }
    let (name, value) = SecurityHeaders.strictTransport
    if isSecure, response.headers[name] == nil { response.headers.append(name, value) }
    return response
  }

  private func isSecure(_ request: HTTPRequest) -> Bool {
    pages.originCheck.isSecure(isTLS: request.isSecure)
  }
}
