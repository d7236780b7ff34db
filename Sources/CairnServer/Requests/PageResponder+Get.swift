import CairnHTTP
import CairnReducers
import CairnScreens
import CairnSessions
import CairnViews
import Dispatch
import Foundation

extension PageResponder {
  /// What a page is asked for with: one reference for all that works at it.
  final class Inquiry: Sendable {
    let mount: Mount
    let location: Location
    /// All items of the query, marks among them.
    let query: [Location.QueryItem]
    /// The scene that it names, where the browser has a session.
    let mark: StoredScene.Mark?

    init(
      _ mount: Mount, _ location: Location, query: [Location.QueryItem], mark: StoredScene.Mark?
    ) {
      self.mount = mount
      self.location = location
      self.query = query
      self.mark = mark
    }
  }

  /// The page of a location. Nothing is changed or kept by it.
  func get(
    _ request: HTTPRequest, _ query: [Location.QueryItem], _ mount: Mount, _ location: Location
  ) -> HTTPAnswer {
    let visitor = Visitor(request, cookie(for: request), sessions, registrar.turnovers)
    let mark = visitor.isNew ? nil : SceneMark(query: query).flatMap { StoredScene.Mark($0.scene) }
    let inquiry = Inquiry(mount, location, query: query, mark: mark)
    let errand = errand(request, mount, of: visitor, mark: mark)
    return workload.answer(errand) { [self] in
      steady(visitor) { [self] visitor in
        guard let mark = inquiry.mark else { return freshPage(inquiry, visitor) }
        return page(of: mark, inquiry, visitor)
      }
    }
  }

  /// The page of a scene.
  private func page(
    of mark: StoredScene.Mark, _ inquiry: Inquiry, _ visitor: Visitor
  ) -> HTTPAnswer {
    if let scene = visitor.session?.scene(mark.text) {
      let recorder = RecorderRequest(query: inquiry.query)
      if let file = file(recorder, of: scene) { return .now(file) }
      if let answer = show(scene, inquiry, visitor, recorder) { return answer }
    }
    let pending = PendingAnswer()
    showStored(mark, inquiry, visitor, into: pending)
    return pending.answer
  }

  /// The page of a scene that is not in memory.
  private func showStored(
    _ mark: StoredScene.Mark, _ inquiry: Inquiry, _ visitor: Visitor, into pending: PendingAnswer,
    wakings: Int = 0
  ) {
    let query = SessionQuery(session: StoredSession.ID(bits: visitor.id.bits), mark: mark)
    let wasStored = visitor.session?.values.commits.isStored == true
    keeper.find(query, workload.onward) { [self] result in
      switch result {
      case .failure: pending.fulfil(unavailable())
      case .success(let findings):
        if findings.lastUse == nil, wasStored {
          return pending.fulfil(freshPage(inquiry, leaving(visitor)))
        }
        let visitor = self.visitor(visitor, with: findings)
        guard let scene = findings.scene.flatMap({ wake($0, of: session(of: visitor)) }) else {
          return pending.fulfil(freshPage(inquiry, visitor))
        }
        let answer = { @Sendable [self] (hasEnded: Bool) in
          if !hasEnded, let shown = show(scene, inquiry, visitor) {
            return pending.fulfil(shown)
          }
          // It may have ended in this moment, to make room for others: it wakes once more.
          guard scene.mount.prefix == inquiry.mount.prefix, wakings < Self.wakingLimit else {
            return pending.fulfil(freshPage(inquiry, visitor))
          }
          showStored(mark, inquiry, visitor, into: pending, wakings: wakings + 1)
        }
        let onward = workload.onward
        // The work of what is visible goes on, and has a moment to begin.
        scene.withLock { scene in
          guard !scene.isolation.isEnded else {
            return onward { answer(true) }
          }
          settle(scene, until: .now + settleLimit) { _, _ in
            // Once the lock is free.
            onward { answer(false) }
          }
        }
      }
    }
  }

  /// The page of a location on a new value of its application.
  private func freshPage(_ inquiry: Inquiry, _ visitor: Visitor) -> HTTPAnswer {
    withValues(of: visitor) { [self] visitor in
      let scene = LiveScene(
        mount: inquiry.mount, record: nil, dependencies: dependencies(of: visitor))
      return answer(with: UnbornPage(visitor: visitor, location: inquiry.location), of: scene)
    }
  }

  /// The page of a scene, or that of a copy where the scene is elsewhere; nil where the scene can not
  /// be shown, as it is of another application or has ended.
  private func show(
    _ scene: LiveScene, _ inquiry: Inquiry, _ visitor: Visitor,
    _ recorder: RecorderRequest = RecorderRequest(query: [])
  ) -> HTTPAnswer? {
    guard scene.mount.prefix == inquiry.mount.prefix else { return nil }
    let location = inquiry.location
    enum Sight {
      case answer(HTTPResponse)
      case elsewhere(state: Any, revision: UInt64, waiting: [SceneDrafts.Waiting])
      case forgotten
      case ended
    }
    let sight: Sight = scene.withLock { scene in
      guard !scene.isolation.isEnded else { return .ended }
      if let answer = recorded(recorder, of: scene, at: location, visitor) {
        return .answer(answer)
      }
      guard let place = scene.page.place(location) else {
        if scene.hasLeftByItself(location, dependencies: dependencies(of: visitor)) {
          return .answer(.redirect(to: scene.url(showing: scene.page.collect([]).summary)))
        }
        // Its script shows a copy, to which nothing is pushed.
        if visitor.live != nil { scene.shown = nil }
        let basis = scene.basis(dependencies: dependencies(of: visitor))
        guard let state = basis.state else { return .forgotten }
        return .elsewhere(
          state: state, revision: basis.revision, waiting: scene.drafts.waiting)
      }
      if let own = scene.recorder {
        return .answer(
          page(
            .adopting(
              render(
                scene, at: place, visitor, token: (scene.mark, scene.revision),
                notice: scene.notice, focus: scene.focus.take(), recorder: (own, recorder)))))
      }
      // What its script was told of the page that it shows need not be said again.
      let last = visitor.live?.digest.flatMap { digest in
        scene.shown?.digest == digest ? scene.known.token(of: digest) : nil
      }
      return .answer(
        answer(
          with: scene, at: place, visitor, token: (scene.mark, scene.revision),
          notice: scene.notice, last: last))
    }
    switch sight {
    case .ended: return nil
    case .answer(let response): return .now(response)
    // A page of the scene's mark says that it has what the scene had.
    case .forgotten: return freshPage(inquiry, visitor)
    case .elsewhere(let state, let revision, let waiting):
      // The user went elsewhere with it: the page is made of a copy of its state.
      let copy = LiveScene(
        mount: inquiry.mount, record: nil, dependencies: dependencies(of: visitor))
      copy.withLock { copy in
        copy.page.restore(state)
        StackElementIDs.leap(from: copy.page.location())
        copy.drafts = SceneDrafts(waiting: waiting)
      }
      return answer(
        with: UnbornPage(visitor: visitor, location: location, token: (scene.mark, revision)),
        of: copy)
    }
  }

  /// What a page of a scene that is not kept is made for.
  struct UnbornPage {
    let visitor: Visitor
    let location: Location
    var token: (scene: String?, revision: UInt64) = (nil, 0)
    /// The status where the location could be opened.
    var status = HTTPStatus.ok
    /// The form that the page is the answer to.
    var form: SubmittedForm?
  }

  /// The page of a scene that is only made for it. Effects that begin with it, such as the `.task` of
  /// a view, have a moment to settle, and do not outlive the page.
  func answer(with unborn: UnbornPage, of scene: LiveScene) -> HTTPAnswer {
    let pending = PendingAnswer()
    scene.withLock { scene in
      let opened = scene.page.open(unborn.location)
      guard opened.isComplete || scene.page.hasLocations else {
        var response = page(
          status: .notFound, .bytes(errorPage.bytes(status: HTTPStatus.notFound.rawValue)))
        greet(unborn.visitor, in: &response)
        return pending.fulfil(response)
      }
      let kept = unborn.form.map { scene.keep($0, of: []) }
      let notice = opened.notice(answering: kept?.onPageAlone)
      let begins = { (appearances: [Appearance]) in
        appearances.contains { !$0.isLive } || scene.isolation.running > 0
      }
      // Nearly always as the application's last page: the other order takes an evaluation more.
      if !scene.mount.habits.beginsWork || !begins(scene.page.collect([]).summary.appearances) {
        let rendered = render(unborn, scene, notice)
        let beginsWork = begins(rendered.summary.appearances)
        scene.mount.habits.beginsWork = beginsWork
        guard beginsWork else { return pending.fulfil(finish(unborn, opened, rendered)) }
        _ = consume rendered
      }
      let deadline = ContinuousClock.now + settleLimit
      settle(scene, until: deadline) { [self] scene, _ in
        pending.fulfil(finish(unborn, opened, render(unborn, scene, notice)))
        // Once the lock is free again.
        DispatchQueue.global().async { scene.end() }
      }
    }
    return pending.answer
  }

  private func render(
    _ unborn: UnbornPage, _ scene: LiveScene, _ notice: String?
  ) -> RenderedPage {
    // The mark of a scene that is not there says nothing any more.
    let url =
      unborn.form == nil
      ? SceneMark.url(
        of: unborn.location.prefixed(by: scene.mount.prefix), scene: unborn.token.scene) : nil
    return render(
      scene, unborn.visitor, token: unborn.token, notice: notice,
      patch: unborn.visitor.live.map { _ in PatchOrder(of: nil, url: url) },
      // A page that follows would not say what this one does of the form that it answers.
      mayBegin: unborn.form == nil)
  }

  private func finish(
    _ unborn: UnbornPage, _ opened: OpenedLocation, _ rendered: consuming RenderedPage
  ) -> HTTPResponse {
    var response = response(
      opened.isComplete ? unborn.status : .notFound, with: rendered, to: unborn.visitor)
    greet(unborn.visitor, in: &response)
    return response
  }

  /// Gives a new visitor the session's cookie.
  private func greet(_ visitor: Visitor, in response: inout HTTPResponse) {
    guard visitor.isNew else { return }
    response.headers.append("Set-Cookie", visitor.cookie.setCookie(for: visitor.name))
  }
}

extension OpenedLocation {
  /// What a reader is told where not all of a location could be opened, or where a form is offered
  /// again.
  func notice(answering kept: KeptForm?) -> String? {
    guard let notice else { return kept?.offering }
    guard let kept else { return notice }
    return isComplete ? "\(notice) \(kept.offering)" : notice + kept.whereabouts
  }

  private var notice: String? {
    let path =
      isTooLong
      ? "This address leads through more than \(NavigationPath.maximumLength) screens, so it is not opened."
      : isComplete
        ? nil
        : isGone
          ? "What this address leads to is gone, or never was here. This is the nearest page."
          : "There is no such page here. This is the nearest page."
    let query =
      unreadable.isEmpty
      ? nil : "This page cannot read all of its address, so it is shown without a part of that."
    let notices = [path, query].compactMap(\.self)
    return notices.isEmpty ? nil : notices.joined(separator: " ")
  }
}

extension HTTPBody {
  /// The bytes of a page, sent without a copy.
  static func adopting(_ page: consuming RenderedPage) -> HTTPBody {
    let (block, range) = page.take()
    return .adopting(block, range)
  }
}
