import CairnApplications
import CairnChrome
import CairnDependencies
import CairnHTTP
import CairnRecorder
import CairnReducers
import CairnScreens
import CairnSecurity
import CairnSessions
import CairnTexts
import CairnViews
import Logging

/// A request for a page, and the response that it waits for. All copies of a ``PendingPage`` share it.
final class Inquiry: Sendable {
  let mount: Mount
  let location: Location
  /// All items of the query, including scene IDs.
  let query: [Location.QueryItem]
  /// The scene ID in the URL. It's `nil` if the URL has no ID, or if the browser has no session.
  let sceneID: StoredScene.Mark?
  /// The form that the page responds to, or `nil` for a page that was requested by its URL.
  let form: SubmittedForm?
  /// Where the work continues after it has waited.
  let onward: Workload.Onward
  let pending: Promise

  init(
    _ mount: Mount, _ location: Location, query: [Location.QueryItem] = [],
    sceneID: StoredScene.Mark? = nil, answering form: SubmittedForm? = nil,
    onward: @escaping Workload.Onward, into pending: Promise = Promise()
  ) {
    self.mount = mount
    self.location = location
    self.query = query
    self.sceneID = sceneID
    self.form = form
    self.onward = onward
    self.pending = pending
  }
}

/// A page that is being made, with everything that belongs to it.
struct PendingPage {
  /// The progress of the page.
  var flow: PageFlow
  let inquiry: Inquiry
  var visitor: Visitor
  /// The scene to show, if it's known.
  var scene: LiveScene?
  /// The state on which the page is based, and its revision, if the user went elsewhere with the scene.
  var copy: (beginning: Beginning, revision: UInt64)?
  var response: HTTPResponse?
  /// The claim of the scene, if the scene was loaded. It ends with the page.
  var claim: SceneClaim?
  /// Whether the session in memory was compared with the store.
  var refresh = SessionRefresh.open

  init(_ inquiry: Inquiry, _ visitor: Visitor) {
    self.inquiry = inquiry
    self.visitor = visitor
    flow = PageFlow(namesScene: inquiry.sceneID != nil)
  }

  var form: SubmittedForm? { inquiry.form }
  var onward: Workload.Onward { inquiry.onward }
  var pending: Promise { inquiry.pending }
}

extension PageResponder {
  /// Responds with the page of a location. This doesn't change or keep anything.
  func get(
    _ request: HTTPRequest, _ query: [Location.QueryItem], _ mount: Mount, _ location: Location,
    in trace: RequestTrace? = nil
  ) -> HTTPAnswer {
    let visitor = Visitor(
      request, of: mount, cookie(for: request), sessions, registrar.retired, in: trace)
    let sceneID =
      visitor.isNew ? nil : SceneQueryItem(query: query).flatMap { StoredScene.Mark($0.scene) }
    let profile = profile(request, mount, of: visitor, sceneID: sceneID)
    let answer = workload.answer(profile) { [self] in
      let inquiry = Inquiry(
        mount, location, query: query, sceneID: sceneID, onward: workload.onward)
      makePage(PendingPage(inquiry, visitor))
      return inquiry.pending.answer
    }
    return noting(visitor.session, visitor, in: answer)
  }

  /// Makes a page, and completes its response.
  func makePage(_ page: PendingPage) {
    var page = page
    advance(&page, .requested(hasSession: !page.visitor.isNew))
  }

  /// Passes an event to the page's flow, and carries out the resulting commands.
  private func advance(_ page: inout PendingPage, _ event: PageFlow.Event) {
    for command in page.flow.step(event) { perform(command, &page) }
  }

  private func perform(_ command: PageFlow.Command, _ page: inout PendingPage) {
    switch command {
    case .checkSession:
      let mustCompare = mustCompare(page.visitor.session, page.visitor, after: page.refresh)
      advance(&page, .session(isRenewing: mustCompare || registrar.isRenewing(page.visitor.id)))
    case .checkSessionLater:
      page.onward { [self, page] in
        var page = page
        page.visitor = page.visitor.again(sessions, registrar.retired)
        perform(.checkSession, &page)
      }
    case .awaitRenewal:
      let session = page.visitor.session
      if let session, mustCompare(session, page.visitor, after: page.refresh) {
        return refresh(session, for: page.visitor, page.onward) { [self, page] result in
          var page = page
          page.refresh = result
          page.visitor = page.visitor.again(sessions, registrar.retired)
          advance(&page, .renewalEnded)
        }
      }
      let proceed = { @Sendable [self, page] in
        var page = page
        page.visitor = page.visitor.again(sessions, registrar.retired)
        advance(&page, .renewalEnded)
      }
      if !registrar.awaitRenewal(of: page.visitor.id, page.onward, proceed) { proceed() }
    case .find:
      page.scene =
        page.refresh == .failed
        ? nil : page.inquiry.sceneID.flatMap { page.visitor.session?.scene($0.text) }
      if !awaitsEffects(page) { advance(&page, .found(page.scene != nil)) }
    case .load: load(page)
    case .settle:
      // The work of visible views continues, and gets a moment to begin.
      page.scene?.withLock { access in
        guard !access.live.isolation.isEnded else {
          return page.onward { [self, page] in settled(page, hasEnded: true) }
        }
        access.scene.requests.begin(page.visitor.request)
        settle(
          access, for: settleLimit(for: page.visitor), isSubmission: false, page.onward
        ) { [self, page] _, _ in
          page.onward { [self] in settled(page, hasEnded: false) }
        }
      }
    case .show:
      let shown = show(&page)
      advance(&page, .shown(shown))
    case .leaveSession: page.visitor = leaving(page.visitor)
    case .loadValues: loadValues(page)
    case .render: render(page)
    case .makeFailure: page.response = unavailable(in: page.visitor.texts(of: page.inquiry.mount))
    case .confirm:
      let isSame =
        page.visitor.isNew
        || registrar.isSame(page.visitor.id, since: page.visitor.retirementCount)
      advance(&page, .confirmed(isSame))
    case .reply:
      // If the session has another name by now, the browser may already have a cookie with that name.
      if page.visitor.hasOutdatedCookie, page.visitor.session != nil,
        registrar.retired.retirement(of: page.visitor.id) == nil
      {
        page.response?.name(.renewed(page.visitor.name), in: page.visitor.cookie)
      }
      page.pending.fulfill(page.response ?? HTTPResponse(status: .internalServerError))
    case .reportUnexpected:
      logger.critical("A page got an event that can't happen: \(page.flow)")
      page.pending.fulfill(HTTPResponse(status: .internalServerError))
    }
  }

  /// In a test, waits for the effects of the page's scene, and then continues. Returns `false` if it doesn't wait.
  ///
  /// In production, a page shows the current state of a scene in memory, and is loaded again while effects run.
  private func awaitsEffects(_ page: PendingPage) -> Bool {
    guard settleRule.countsJobs, page.visitor.awaitsEffects, let scene = page.scene else {
      return false
    }
    let limit = settleLimit(for: page.visitor)
    let deadline = ContinuousClock.now + limit
    return scene.withLock { access in
      let isolation = access.live.isolation
      guard !isolation.isEnded, !isolation.isSettled(until: deadline) else { return false }
      access.live.whenSettled(access, until: deadline, isSubmission: false, page.onward) {
        [self, page] access in
        reportOverdue(access.live.isolation, after: limit, until: deadline)
        page.onward { [self] in
          var page = page
          advance(&page, .found(true))
        }
      }
      return true
    }
  }

  private func settled(_ page: PendingPage, hasEnded: Bool) {
    var page = page
    advance(&page, .settled(hasEnded: hasEnded))
  }

  private func load(_ page: PendingPage) {
    guard page.refresh != .failed else {
      var page = page
      return advance(&page, .loaded(.failed))
    }
    let query = SessionQuery(
      session: StoredSession.ID(bits: page.visitor.id.bits), mark: page.inquiry.sceneID)
    let wasStored = page.visitor.session?.mailbox.isStored == true
    find(query, page.onward, in: page.visitor.trace) { [self] result, claim in
      var page = page
      page.claim = claim
      switch result {
      case .failure: advance(&page, .loaded(.failed))
      case .success(let loadResult) where loadResult.lastUse == nil && wasStored:
        advance(&page, .loaded(.sessionGone))
      case .success(let loadResult):
        page.visitor = visitor(page.visitor, with: loadResult)
        guard let stored = loadResult.scene else { return advance(&page, .loaded(.nothing)) }
        restoreScene(
          stored, of: session(of: page.visitor), for: page.visitor.request,
          under: claim?.lease, page.onward
        ) { [self, page] in restored($0, for: page) }
      }
    }
  }

  private func restored(_ restoration: SceneRestoration, for page: PendingPage) {
    var page = page
    switch restoration {
    case .scene(let scene):
      page.scene = scene
      advance(&page, .loaded(.scene))
    case .unreadable: advance(&page, .loaded(.nothing))
    case .outdated: load(page)
    case .failed: advance(&page, .loaded(.failed))
    }
  }

  /// Loads the values that the scenes of a session share, if they aren't in memory. Scenes aren't loaded.
  private func loadValues(_ page: PendingPage) {
    let isOld = page.refresh == .failed
    guard !isOld, !page.visitor.isNew, page.visitor.session?.values.isLoaded != true else {
      var page = page
      return advance(&page, .valuesLoaded(!isOld))
    }
    let query = SessionQuery(session: StoredSession.ID(bits: page.visitor.id.bits))
    keeper.find(query, page.onward, in: page.visitor.trace) { [self] result in
      var page = page
      guard case .success(let loadResult) = result else {
        return advance(&page, .valuesLoaded(false))
      }
      page.visitor = visitor(page.visitor, with: loadResult)
      advance(&page, .valuesLoaded(true))
    }
  }

  // MARK: Pages of scenes

  /// Makes the page of a scene, or copies its state if the scene is at a different location.
  private func show(_ page: inout PendingPage) -> PageFlow.Shown {
    guard let scene = page.scene, scene.mount.prefix == page.inquiry.mount.prefix else {
      return .nothing
    }
    let (location, visitor, query) = (page.inquiry.location, page.visitor, page.inquiry.query)
    if recorder != nil, let file = scene.withLock({ $0.scene.recorder?.file(query) }) {
      page.response = HTTPResponse(file)
      return .page
    }
    return scene.withLock { access in
      let scene = access.scene
      guard !scene.isolation.isEnded else { return .ended }
      scene.requests.begin(visitor.request)
      scene.openRequested()
      if let answer = recorded(query, of: access, at: location, visitor) {
        page.response = answer
        return .page
      }
      guard let place = scene.page.matchingLocation(location) else {
        if scene.hasLeftByItself(location, dependencies: dependencies(of: visitor)) {
          page.response = .redirect(to: scene.url(showing: scene.collect().summary))
          return .page
        }
        // The script shows a copy from now on, which doesn't receive pushed changes.
        if visitor.live != nil { scene.browser.shown = nil }
        let basis = scene.basis(dependencies: dependencies(of: visitor))
        // Without a state, the page can't have the scene's ID, which means that it's based on the scene.
        guard let state = basis.state else { return .nothing }
        let waiting = scene.durable.drafts.waiting
        page.copy = (
          Beginning(state: state, interruptions: [], waiting: waiting), basis.revision
        )
        return .copy
      }
      page.response = self.page(of: access, at: place, visitor, query)
      return .page
    }
  }

  private func page(
    of access: borrowing SceneAccess, at place: Location, _ visitor: Visitor,
    _ query: [Location.QueryItem]
  ) -> HTTPResponse {
    let scene = access.scene
    let token = (scene.sceneID, scene.durable.revision)
    if let recorder = scene.recorder {
      return page(
        .adopting(
          render(
            access, at: place, visitor, token: token, notice: scene.durable.notice,
            focus: scene.browser.focus.take()
          ) { recorder.decoration(at: $0, query) }))
    }
    // A token that the script already has isn't sent again.
    let last = visitor.live?.digest.flatMap { digest in
      scene.browser.shown?.digest == digest ? access.live.pages.token(of: digest) : nil
    }
    return answer(
      with: access, at: place, visitor, token: token, notice: scene.durable.notice, last: last)
  }

  /// Returns the page of a recorded moment of a scene, or `nil` if the request is for the current state.
  private func recorded(
    _ query: [Location.QueryItem], of access: borrowing SceneAccess, at location: Location,
    _ visitor: Visitor
  ) -> HTTPResponse? {
    guard let recording = access.scene.recorder, let moment = recording.requestedMoment(query)
    else { return nil }
    let stopped = access.scene.stopped(at: moment, dependencies: dependencies(of: visitor))
    let token = (access.scene.sceneID, UInt64(0))
    return stopped.withLock { stopped in
      page(
        .adopting(
          render(stopped, at: location, visitor, token: token, notice: []) {
            recording.decoration(at: $0, query)
          }))
    }
  }

  // MARK: Pages of locations

  /// Makes the page of a location on a temporary scene.
  ///
  /// Effects that start with the page, such as the `.task` of a view, get a moment to settle. They end with the page.
  private func render(_ page: PendingPage) {
    let scene = LiveScene(
      mount: page.inquiry.mount, record: nil, dependencies: dependencies(of: page.visitor))
    scene.withLock { access in
      let scene = access.scene
      scene.trace = page.visitor.trace
      if let (beginning, _) = page.copy {
        scene.restore(beginning.state)
        StackElementIDs.leap(from: scene.page.location())
        scene.durable.drafts = SceneDrafts(waiting: beginning.waiting)
      }
      let opened = scene.open(page.inquiry.location)
      guard opened.isComplete || scene.page.hasRoutes else {
        return rendered(
          page,
          self.page(
            status: .notFound,
            .bytes(
              errorPage.bytes(
                status: HTTPStatus.notFound.rawValue,
                in: page.visitor.texts(of: page.inquiry.mount)))),
          on: access)
      }
      var kept = page.form.map { scene.keep($0, of: [], isOpened: true) }
      kept?.lacksCookie = page.visitor.lacksCookie
      let notice = opened.notice(answering: kept)
      let begins = { (appearances: [Appearance]) in
        appearances.contains { !$0.isLive } || scene.isolation.running > 0
      }
      // This is almost always the same as for the application's last page. The other order costs one more evaluation.
      let habits = scene.mount.habits
      if !habits.beginsWork || !begins(scene.collect().summary.appearances) {
        let drawn = draw(page, access, notice)
        let beginsWork = begins(drawn.summary.appearances)
        habits.beginsWork = beginsWork
        guard beginsWork else { return rendered(page, opened, drawn, on: access) }
        _ = consume drawn
      }
      settle(access, for: settleLimit(for: page.visitor), isSubmission: false, page.onward) {
        [self, page] access, _ in
        rendered(page, opened, draw(page, access, notice), on: access)
        let live = access.live
        access.afterward { live.end() }
      }
    }
  }

  private func draw(
    _ page: PendingPage, _ access: borrowing SceneAccess, _ notice: [UserText]
  ) -> RenderedPage {
    let token = (page.copy == nil ? nil : page.scene?.sceneID, page.copy?.revision ?? 0)
    // The ID of a scene that isn't there is omitted, because it has no meaning.
    let url =
      page.form == nil
      ? SceneQueryItem.url(
        of: page.inquiry.location.prefixed(by: access.live.mount.prefix), scene: token.0) : nil
    return render(
      access, page.visitor, token: token, notice: notice,
      patch: page.visitor.live.map { _ in PatchOrder(of: nil, url: url) },
      // A following page wouldn't show the notice about the form that this page responds to.
      mayBegin: page.form == nil)
  }

  private func rendered(
    _ page: PendingPage, _ opened: OpenedLocation, _ drawn: consuming RenderedPage,
    on access: borrowing SceneAccess
  ) {
    let status: HTTPStatus = page.form == nil ? .ok : .conflict
    rendered(
      page, response(opened.isComplete ? status : .notFound, with: drawn, to: page.visitor),
      on: access)
  }

  /// Continues with a finished page as soon as the scene is unlocked. A new visitor gets the session's cookie.
  private func rendered(
    _ page: PendingPage, _ response: HTTPResponse, on access: borrowing SceneAccess
  ) {
    var page = page
    page.response = response
    let visitor = page.visitor
    if visitor.isNew {
      page.response?.headers.append("Set-Cookie", visitor.cookie.setCookie(for: visitor.name))
    }
    if let language = visitor.session?.languages.takeUnconfirmed() {
      page.response?.choose(language, in: visitor.cookie)
    }
    access.afterward { [self, page] in
      var page = page
      advance(&page, .rendered)
    }
  }
}

extension OpenedLocation {
  /// Returns the notice if part of a location couldn't be opened, or if a form is restored.
  /// - Parameter kept: The result of restoring the form's text, or `nil` if there's no form.
  func notice(answering kept: KeptForm?) -> [UserText] {
    let notice = notice
    guard let kept else { return notice }
    return notice
      + (notice.isEmpty || isComplete ? kept.restoreNotice : kept.previousPageNote)
  }

  private var notice: [UserText] {
    let path: SystemText? =
      isTooLong
      ? .addressTooDeep(limit: NavigationPath.maximumLength)
      : isComplete ? nil : isGone ? .pageGone : .pageUnknown
    let query: SystemText? = unreadable.isEmpty ? nil : .addressPartlyIgnored
    return [path, query].compactMap { $0.map { .system($0) } }
  }
}

extension HTTPBody {
  /// Returns the bytes of a page as a body that is sent without a copy.
  static func adopting(_ page: consuming RenderedPage) -> HTTPBody {
    let (block, range) = page.take()
    return .adopting(block, range)
  }
}
