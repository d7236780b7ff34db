import CairnDependencies
import CairnEndpoints
import CairnFeatures
import CairnHTTP
import CairnSecurity
import CairnSessions
import Logging

/// Runs endpoints with the sessions of their visitors.
struct VisitorSessions: EndpointSessions {
  let pages: PageResponder

  func withSession(of request: HTTPRequest, _ work: Work) async -> HTTPResponse {
    guard isFromOwnSite(request) else {
      return await lacking(.foreignRequest) { await work(nil) }
    }
    let visit: EndpointVisit
    switch await self.visit(of: request) {
    case .success(let found): visit = found
    case .failure: return Self.response(to: .failed)
    }
    defer { visit.session.endVisit() }
    let dependencies = pages.dependencies(
      visit.session.values.storage, BrowserSession(visit.control))
    var response = await DependencyValues.$_current.withValue(dependencies) {
      await work(visit.session.identity.owner?.text)
    }
    let outcome = await store(visit)
    guard case .stored(let next) = outcome else { return Self.response(to: outcome) }
    response.name(next, in: visit.visitor.cookie)
    return response
  }

  func withoutSession(_ work: @Sendable () async -> HTTPResponse) async -> HTTPResponse {
    await lacking(.undeclared, work)
  }

  private func lacking(
    _ reason: MissingSession.Reason, _ work: @Sendable () async -> HTTPResponse
  ) async -> HTTPResponse {
    let dependencies = MissingSession(reason, pages.registrar).dependencies(pages.dependencies)
    return await DependencyValues.$_current.withValue(dependencies, operation: work)
  }

  /// Returns whether a request may use the session in its cookie.
  ///
  /// Browsers send the cookie with requests of other sites only if they open a page, because it has `SameSite=Lax`. They
  /// also send it with all requests of other subdomains, though.
  private func isFromOwnSite(_ request: HTTPRequest) -> Bool {
    request.isRead
      || pages.originCheck.verdict(OriginCheck.Headers(request), isTLS: request.isSecure)
        == .accepted
  }

  // MARK: Before the endpoint

  /// Looks up the session of a request.
  private func visit(of request: HTTPRequest) async -> Result<EndpointVisit, SessionStoreError> {
    var visitor = Visitor(
      request, pages.cookie(for: request), pages.sessions, pages.registrar.retired)
    while !visitor.isNew {
      await awaitRenewal(of: visitor.id)
      visitor = visitor.again(pages.sessions, pages.registrar.retired)
      if visitor.session?.values.isLoaded != true {
        switch await load(visitor.id) {
        case .success(let loadResult):
          visitor = pages.visitor(visitor, with: loadResult)
          // A session that only has streams isn't stored, but now its values are known.
          visitor.session?.load(loadResult)
        case .failure(let error): return .failure(error)
        }
      }
      guard let session = visitor.session else { break }
      // The session may have been removed from memory since it was found.
      guard session.beginVisit() else { continue }
      return .success(EndpointVisit(visitor, session, isKept: true, pages.registrar))
    }
    let session = pages.makeSession(of: visitor)
    _ = session.beginVisit()
    return .success(EndpointVisit(visitor, session, isKept: false, pages.registrar))
  }

  private func awaitRenewal(of id: SessionID) async {
    await withCheckedContinuation { continuation in
      let isWaiting = pages.registrar.awaitRenewal(of: id, { $0() }) { continuation.resume() }
      if !isWaiting { continuation.resume() }
    }
  }

  private func load(_ id: SessionID) async -> Result<SessionLoadResult, SessionStoreError> {
    await withCheckedContinuation { continuation in
      pages.keeper.find(SessionQuery(session: StoredSession.ID(bits: id.bits)), { $0() }) {
        continuation.resume(returning: $0)
      }
    }
  }

  // MARK: After the endpoint

  /// The result of storing the changes of an endpoint.
  private enum Outcome {
    /// The response can be sent. The browser continues with a session name, or with the one that it has.
    case stored(NextName?)
    case conflict
    case tooLarge
    case failed
  }

  /// Stores the changes that an endpoint has made to its session.
  private func store(_ visit: EndpointVisit) async -> Outcome {
    let turnover = visit.control.take()
    guard turnover != nil || visit.isEdited else { return confirmed(visit) }
    guard visit.isKept || keep(visit) else {
      turnover?.giveUp()
      return .conflict
    }
    let session = visit.session
    let result =
      if let turnover {
        await pages.keeper.commit(
          turnover, visit.retirement, of: StoredSession.ID(bits: visit.visitor.id.bits),
          session.values, touching: session.latest)
      } else {
        await pages.keeper.commit(session.values, touching: session.latest)
      }
    switch result {
    case .success(.committed(let evictions)):
      pages.forget(evictions, of: session)
      if let turnover { return .stored(turnover.wish.next) }
      return confirmed(visit)
    case .success: return .conflict
    case .failure(let error):
      session.values.takeBack()
      return error.kind == .tooLarge ? .tooLarge : .failed
    }
  }

  /// Adds a new session to the sessions in memory. Returns `false` if another request was faster.
  private func keep(_ visit: EndpointVisit) -> Bool {
    visit.session.values.load(nil)
    return pages.sessions.session(for: visit.visitor.id) { visit.session } === visit.session
  }

  /// Returns the outcome if the browser keeps its session.
  ///
  /// If the session got another ID while the endpoint ran, the request may be from another person.
  private func confirmed(_ visit: EndpointVisit) -> Outcome {
    let visitor = visit.visitor
    if visitor.isNew { return .stored(visit.isEdited ? .renewed(visitor.name) : nil) }
    let isSame = pages.registrar.isSame(visitor.id, since: visitor.retirementCount)
    return isSame ? .stored(nil) : .conflict
  }

  private static func response(to outcome: Outcome) -> HTTPResponse {
    switch outcome {
    case .stored: HTTPResponse(status: .noContent)
    case .conflict:
      HTTPProblem(
        status: .conflict, detail: "The session changed during the request. Send it again."
      ).response
    case .tooLarge:
      HTTPProblem(
        status: .contentTooLarge, detail: "The session would become too large."
      ).response
    case .failed:
      HTTPProblem(
        status: .serviceUnavailable, detail: "The session couldn't be loaded or stored.",
        headers: ["Retry-After": "5"]
      ).response
    }
  }
}
