import CairnBytes
import CairnHTTP
import CairnScreens
import CairnSecurity
import CairnViews
import Dispatch
import Synchronization

extension PageResponder {
  /// Responds to a browser with a stream of events.
  func stream(to request: HTTPRequest) -> HTTPAnswer {
    let visitor = Visitor(request, cookie(for: request), sessions, registrar.retired)
    var flow = StreamFlow()
    var commands = flow.step(.requested(requester(request, visitor)))
    var stream: LiveStream?
    if commands == [.admit] {
      stream = admit(visitor, request, flow)
      commands = flow.step(.admitted(stream != nil))
    }
    if commands.contains(.beat) { stream?.beat() }
    if stream != nil, let session = visitor.session, mustCompare(session, visitor) {
      compareSoon(session)
    }
    return .now(response(commands, stream, to: request))
  }

  private func requester(_ request: HTTPRequest, _ visitor: Visitor) -> StreamFlow.Requester {
    // A session has only a few streams, which pages of other sites must not take.
    guard originCheck.admitsStream(OriginCheck.Headers(request), isTLS: request.isSecure)
    else { return .otherSite }
    guard request.method != .head else { return .probe }
    if visitor.isNew, visitor.cookie.isIn(request.cookieField) { return .unknownSession }
    guard !visitor.isNew, registrar.retired.retirement(of: visitor.id) == nil else {
      return .noSession
    }
    return registrar.isRenewing(visitor.id) ? .renewing : .session
  }

  private func response(
    _ commands: [StreamFlow.Command], _ stream: LiveStream?, to request: HTTPRequest
  ) -> HTTPResponse {
    switch commands.last {
    case .answerStream: stream?.response ?? unavailable()
    case .answerOnce: LiveStream.ofNobody
    case .answerForbidden: errorResponse(status: .forbidden, request: request)
    case .answerNotFound: errorResponse(status: .notFound, request: request)
    default: unavailable(because: .streams)
    }
  }

  /// Creates a stream if there's room for it.
  private func admit(
    _ visitor: Visitor, _ request: HTTPRequest, _ flow: StreamFlow
  ) -> LiveStream? {
    let session = session(of: visitor)
    var open = flow
    _ = open.step(.admitted(true))
    let stream = LiveStream(visitor, from: request.clientGroup) {
      [self, open, weak session] stream in
      streams.remove(stream)
      guard let session else { return }
      var flow = open
      let isLast = session.remove(stream)
      if isLast { session.stopListening() }
      for command in flow.step(.ended(isLast: isLast, isVacant: session.isVacant)) {
        switch command {
        case .forgetSession: sessions.remove(session.identity.name.id)
        case .unwatch: unwatch(session)
        default: break
        }
      }
    }
    guard streams.add(stream) else {
      stream.body.abandon()
      return nil
    }
    session.add(stream)
    follow(session)
    return stream
  }

  /// Ends the work that views do only for connected browsers.
  private func unwatch(_ session: Session) {
    // The thread that closes a connection has other connections to serve.
    DispatchQueue.global().async {
      for scene in session.state.withLock(\.scenes) {
        scene.post { access in
          let scene = access.scene
          guard scene.browser.isWatched, !session.hasStreams, !scene.isGone else { return }
          scene.browser.isWatched = false
          _ = scene.updateAppearances()
        }
      }
    }
  }

  /// Sends the changes to a scene's page to its browser soon.
  ///
  /// The first change is sent immediately. The changes that follow it are sent together.
  func pushSoon(_ access: borrowing SceneAccess, of session: Session) {
    let scene = access.scene
    guard scene.browser.shown != nil, session.hasStreams, !scene.browser.push.isPlanned else {
      return
    }
    scene.browser.push.isPlanned = true
    let pause = max(.zero, ContinuousClock.Instant.now.duration(to: scene.browser.push.next))
    DispatchQueue.global().asyncAfter(deadline: .now() + pause / .seconds(1)) {
      [self, weak scene = access.live, weak session] in
      guard let scene, let session else { return }
      scene.withLock { push($0, to: session) }
    }
  }

  private func push(_ access: borrowing SceneAccess, to session: Session) {
    let scene = access.scene
    let began = ContinuousClock.Instant.now
    scene.browser.push.isPlanned = false
    scene.browser.push.next = began + Self.pushPause
    guard !scene.isGone, let sceneID = scene.sceneID, let shown = scene.browser.shown else {
      return
    }
    let streams = session.streams
    guard let visitor = streams.last?.visitor else { return }
    // A browser that waits for a response gets the changes with it.
    guard !scene.isolation.isAwaited else { return }
    // A renewed session may not be this browser's.
    let pushAfterward: @Sendable () -> Void = { [self, weak scene = access.live, weak session] in
      guard let scene, let session else { return }
      scene.withLock { push($0, to: session) }
    }
    let isRenewing = registrar.awaitRenewal(
      of: session.identity.name.id, { DispatchQueue.global().async(execute: $0) }, pushAfterward)
    guard !isRenewing else {
      scene.browser.push.isPlanned = true
      return
    }
    defer {
      // A page that takes long isn't rendered all the time.
      scene.browser.push.next = max(scene.browser.push.next, .now + (.now - began))
    }
    let rendered = render(
      access, visitor, token: (scene.sceneID, scene.durable.revision), notice: scene.durable.notice,
      focus: scene.browser.issued.map { scene.browser.focus.moved(from: $0.layers) },
      patch: PatchOrder(of: shown) { scene.url(showing: $0) }, last: scene.browser.issued)
    guard let regions = rendered.regions, regions != shown else { return }
    guard rendered.bytes.count <= Self.pushLimit else {
      // The response to a request is compressed, and doesn't block other events.
      for stream in streams { stream.send(staleSceneWith: sceneID) }
      return
    }
    scene.browser.show(regions, scene.browser.issued, in: access.live.pages)
    rendered.bytes.withBytes { bytes in
      for stream in streams { stream.send(bytes, of: sceneID) }
    }
  }

  /// The minimum time between two pushes of a scene.
  private static let pushPause = Duration.milliseconds(50)
  /// The maximum size of a pushed patch, in bytes.
  private static let pushLimit = 16 * 1024
}
