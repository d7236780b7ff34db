import CairnApplications
import CairnDependencies
import CairnEndpoints
import CairnFeatures
import CairnHTTP
import CairnReducers
import CairnSecurity
import CairnSessions
import CairnTexts
import Logging

/// Runs endpoints with the sessions of their visitors.
struct VisitorSessions: EndpointSessions {
  let pages: PageResponder
  /// The span of the request, or `nil` if the process has no tracer.
  var trace: RequestTrace?

  func withSession(
    of request: HTTPRequest, for use: SessionUse, _ work: Work
  ) async -> HTTPResponse {
    await inLanguage(of: request) { await withOwnSession(of: request, for: use, work) }
  }

  private func withOwnSession(
    of request: HTTPRequest, for use: SessionUse, _ work: Work
  ) async -> HTTPResponse {
    guard isFromOwnSite(request) else {
      let missing = MissingSession(.foreignRequest, pages.registrar, log: pages.log)
      return await missing.run { await work(BrowserSession(missing)) }
    }
    let visit: EndpointVisit
    switch await self.visit(of: request, isConfirmed: !request.isRead || !use.guards.isEmpty) {
    case .success(let found): visit = found
    case .failure: return Self.response(to: .failed)
    }
    defer { leave(visit) }
    let session = BrowserSession(visit.control)
    let dependencies = pages.dependencies(
      SessionStorage(draft: visit.draft), session, DependencyValues._current.browserLanguages,
      from: DependencyValues._current)
    var response = await DependencyValues.$_current.withValue(dependencies) {
      await work(session)
    }
    visit.draft.close { [logger = pages.logger] in
      logger.warning(
        """
        An endpoint changed a session value after it had returned. The change is lost. Make it before the endpoint \
        returns.
        """)
    }
    let outcome = await store(visit)
    guard case .stored(let next) = outcome else { return Self.response(to: outcome) }
    response.name(next, in: visit.visitor.cookie)
    pages.note(visit.session, visit.visitor, in: &response)
    return response
  }

  func withoutSession(
    for request: HTTPRequest, _ work: @Sendable () async -> HTTPResponse
  ) async -> HTTPResponse {
    await inLanguage(of: request) {
      await MissingSession(.undeclared, pages.registrar, log: pages.log).run(work)
    }
  }

  /// Runs work with the texts of the application at a request's path, with the locale of the request's language, and with
  /// the values of the request. The response varies by what the work has read.
  private func inLanguage(
    of request: HTTPRequest, _ work: () async -> HTTPResponse
  ) async -> HTTPResponse {
    let languages = BrowserLanguages(LanguagePreferences(request))
    var dependencies = DependencyValues._current
    dependencies.browserLanguages = languages
    let localization = pages.localization(at: request)
    dependencies.localization = localization
    dependencies.useLocale(of: localization)
    var requests: CurrentRequest?
    // If there is middleware, an endpoint has its request.
    if dependencies.requestNumber == nil {
      dependencies.setRequest(RequestSource(request, cookies: request.cookieField))
      requests = dependencies.beginRequests { _, _ in }
    }
    var response = await DependencyValues.$_current.withValue(dependencies, operation: work)
    if localization.isNegotiated, languages.wereRead {
      response.headers.vary(by: ["Accept-Language", "Cookie"])
    }
    if let requests { response.headers.vary(by: requests.readFields) }
    if let language = languages.takeUnconfirmed() {
      response.choose(language, in: pages.cookie(for: request))
      // A cache must not give the cookie to others.
      response.headers["Cache-Control"] = "private, no-store"
    }
    return response
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
  /// - Parameter isConfirmed: Whether a session in memory must also be in the store. Otherwise, it may have ended on
  ///   another server, unless it has an owner.
  private func visit(
    of request: HTTPRequest, isConfirmed: Bool
  ) async -> Result<EndpointVisit, SessionStoreError> {
    var visitor = Visitor(
      request, pages.cookie(for: request), pages.sessions, pages.registrar.retired, in: trace)
    while !visitor.isNew {
      await awaitRenewal(of: visitor.id)
      visitor = visitor.again(pages.sessions, pages.registrar.retired)
      let isLoaded = visitor.session?.values.isLoaded == true
      let wasStored = visitor.session?.mailbox.isStored == true
      var owner = visitor.session?.identity.owner
      let isBehind = pages.isBehind(visitor.session, visitor)
      let mayHaveEnded = pages.mayHaveEnded(visitor.session)
      if !isLoaded || isBehind || isConfirmed && wasStored || mayHaveEnded {
        switch await load(visitor.id) {
        case .failure(let error): return .failure(error)
        case .success(let loadResult)
        where loadResult.lastUse == nil && wasStored
          || pages.isReplaced(visitor.session, by: loadResult):
          visitor = pages.leaving(visitor)
          continue
        case .success(let loadResult):
          if !isLoaded || isBehind {
            visitor = pages.visitor(visitor, with: loadResult)
            // A session that only has streams isn't stored, but now its values are known.
            visitor.session?.load(loadResult)
          }
          owner = loadResult.owner
        }
      }
      guard let session = visitor.session else { break }
      // The session may have been removed from memory since it was found.
      guard session.beginVisit() else { continue }
      var identity = session.identity.current
      identity.owner = owner
      let visit = EndpointVisit(
        visitor, session, identity, isKept: true,
        isConfirmed: isConfirmed || mayHaveEnded || !isLoaded, pages.registrar)
      // Otherwise, the values may be those of another person.
      if pages.registrar.isSame(visitor.id, since: visitor.retirementCount) {
        return .success(visit)
      }
      session.endVisit()
    }
    let session = pages.makeSession(of: visitor)
    session.values.load(nil)
    _ = session.beginVisit()
    return .success(
      EndpointVisit(
        visitor, session, session.identity.current, isKept: false, isConfirmed: true,
        pages.registrar))
  }

  private func awaitRenewal(of id: SessionID) async {
    await withCheckedContinuation { continuation in
      let isWaiting = pages.registrar.awaitRenewal(of: id, { $0() }) { continuation.resume() }
      if !isWaiting { continuation.resume() }
    }
  }

  private func load(_ id: SessionID) async -> Result<SessionLoadResult, SessionStoreError> {
    await withCheckedContinuation { continuation in
      let query = SessionQuery(session: StoredSession.ID(bits: id.bits))
      pages.keeper.find(query, { $0() }, in: trace) { continuation.resume(returning: $0) }
    }
  }

  // MARK: After the endpoint

  /// The result of storing the changes of an endpoint.
  private enum Outcome {
    /// The response can be sent. The browser continues with a session name, or with the one that it has.
    case stored(NextName?)
    case conflict
    case tooLarge
    /// A changed value can't be encoded, for example.
    case invalid
    case failed
  }

  /// Stores the changes that an endpoint has made to its session.
  private func store(_ visit: EndpointVisit) async -> Outcome {
    let turnover = visit.control.take()
    guard turnover != nil || visit.draft.isEdited else { return .stored(nil) }
    let result = await commit(visit, turnover)
    if case .success(.committed) = result {
      if let turnover { return .stored(turnover.wish.next) }
      return .stored(visit.visitor.isNew ? .renewed(visit.visitor.name) : nil)
    }
    turnover?.giveUp()
    switch result {
    case .success: return .conflict
    case .failure(let error):
      guard error.isRefusal else { return .failed }
      // A store logs its own failures, but not requests that every store rejects.
      pages.log.log(
        error.kind == .tooLarge ? .notice : .error, kind: "endpoint \(error.kind)",
        "The changes of an endpoint's session weren't stored. \(error)")
      return error.kind == .tooLarge ? .tooLarge : .invalid
    }
  }

  private func commit(
    _ visit: EndpointVisit, _ turnover: Turnover?
  ) async -> Result<CommitResult, SessionStoreError> {
    if !visit.isConfirmed, visit.session.mailbox.isStored {
      switch await load(visit.visitor.id) {
      case .failure(let error): return .failure(error)
      case .success(let loadResult):
        guard loadResult.lastUse != nil else {
          // A session that has ended on another server must not be stored again.
          turnover?.giveUp()
          _ = pages.leaving(visit.visitor)
          return .success(.conflict([]))
        }
      }
    }
    guard !isLate(visit), let session = visit.isKept ? visit.session : keep(visit),
      turnover == nil || session === visit.session
    else { return .success(.conflict([])) }
    let result = await pages.keeper.commit(
      visit.draft, turnover, visit.retirement, of: visit.id, to: session, in: trace)
    if case .success(.committed(let evictions, _)) = result {
      pages.forget(evictions, of: session)
    }
    return result
  }

  /// Returns whether a visitor's session was renewed or ended recently, so that the visitor has another cookie by now.
  ///
  /// The browser would never see changes under the old ID. After some time, the response with the new cookie must have
  /// been lost, and the browser continues with the old ID.
  private func isLate(_ visit: EndpointVisit) -> Bool {
    !visit.isKept && pages.registrar.retired.isRecent(visit.visitor.id)
  }

  /// Returns the session in memory for changes by a visitor who had none, and adds it if there still is none.
  ///
  /// Another request of the visitor may have added one in the meantime. If it has also been renewed or ended since then,
  /// the result is `nil`.
  private func keep(_ visit: EndpointVisit) -> Session? {
    let visitor = visit.visitor
    let session = pages.sessions.session(for: visitor.id) { visit.session }
    guard
      visitor.isNew || pages.registrar.isSame(visitor.id, since: visitor.retirementCount)
    else { return nil }
    session.values.load(nil)
    return session
  }

  /// Ends a visit. A new session without changes is removed from memory.
  private func leave(_ visit: EndpointVisit) {
    let (session, id) = (visit.session, visit.visitor.id)
    session.endVisit()
    guard !visit.isKept, session.isVacant, pages.sessions.peek(id) === session else { return }
    pages.sessions.remove(id)
  }

  private static func response(to outcome: Outcome) -> HTTPResponse {
    switch outcome {
    case .stored: HTTPResponse(status: .noContent)
    case .conflict:
      HTTPProblem(status: .conflict, text: .sessionChanged).response(rejecting: .sessionChanged)
    case .tooLarge:
      HTTPProblem(status: .contentTooLarge, text: .sessionTooLarge)
        .response(rejecting: .sessionTooLarge)
    case .invalid: HTTPProblem(status: .internalServerError).response
    case .failed:
      HTTPProblem(
        status: .serviceUnavailable, text: .sessionUnavailable, headers: [.retryAfter: "5"]
      ).response(rejecting: .storeFailing)
    }
  }
}
