import CairnHTTP
import CairnScreens
import CairnViews
import Dispatch
import Synchronization

extension PageResponder {
  /// Begins the stream of a browser.
  func stream(to request: HTTPRequest) -> HTTPAnswer {
    // A session has a few: pages of others, to which browsers give its cookie, are not to take them.
    if let site = request.headers["Sec-Fetch-Site"], !site.hasBytes(of: "same-origin") {
      return .now(errorResponse(status: .forbidden, request: request))
    }
    // A script that gets no answers asks whether somebody in front of the server takes them.
    guard request.method != .head else { return .now(LiveStream.ofNobody) }
    let visitor = Visitor(request, cookie(for: request), sessions, registrar.turnovers)
    if visitor.isNew, visitor.cookie.isIn(request.cookieField) { return .now(LiveStream.ofNobody) }
    // Nothing is known of one that has no page.
    guard !visitor.isNew, registrar.turnovers.retirement(of: visitor.id) == nil else {
      return .now(errorResponse(status: .notFound, request: request))
    }
    // What the session becomes may not be this browser's.
    guard !registrar.turnovers.isUnderWay(visitor.id) else { return .now(unavailable()) }
    let session = session(of: visitor)
    let stream = LiveStream(visitor, from: request.clientGroup) {
      [streams, sessions, weak session] stream in
      streams.remove(stream)
      guard let session, session.remove(stream) else { return }
      // Who has only listened leaves nothing behind.
      if session.isVacant { sessions.remove(session.identity.name.id) }
      // Nobody hears of what they watch.
      DispatchQueue.global().async {
        for scene in session.state.withLock(\.scenes) {
          scene.withLock { scene in
            guard scene.isWatched, !session.hasStreams, !scene.isGone else { return }
            scene.isWatched = false
            _ = scene.updateAppearances()
          }
        }
      }
    }
    guard streams.add(stream) else {
      stream.body.abandon()
      return .now(unavailable())
    }
    session.add(stream)
    // So that its headers go out at once.
    stream.beat()
    return .now(stream.response)
  }

  /// Sends what has changed of a scene's page to the browser that shows it, soon: what comes at once is sent at
  /// once, and what comes after it together. To be called under the scene's lock.
  func pushSoon(_ scene: LiveScene, of session: Session) {
    guard scene.shown != nil, session.hasStreams, !scene.push.isPlanned else { return }
    scene.push.isPlanned = true
    let pause = max(.zero, ContinuousClock.Instant.now.duration(to: scene.push.next))
    DispatchQueue.global().asyncAfter(deadline: .now() + pause / .seconds(1)) {
      [self, weak scene, weak session] in
      guard let scene, let session else { return }
      scene.withLock { push($0, to: session) }
    }
  }

  /// To be called under the scene's lock.
  private func push(_ scene: LiveScene, to session: Session) {
    let began = ContinuousClock.Instant.now
    scene.push.isPlanned = false
    scene.push.next = began + Self.pushPause
    guard !scene.isGone, let mark = scene.mark, let shown = scene.shown else { return }
    let streams = session.streams
    guard let visitor = streams.last?.visitor else { return }
    // Who waits for an answer is told by that; and what the session becomes may not be this browser's.
    guard !scene.isolation.isAwaited, !registrar.turnovers.isUnderWay(session.identity.name.id)
    else { return }
    defer {
      // A page that takes long is not made all the time.
      scene.push.next = max(scene.push.next, .now + (.now - began))
    }
    let rendered = render(
      scene, visitor, token: (scene.mark, scene.revision), notice: scene.notice,
      focus: scene.issued.map { scene.focus.moved(from: $0.layers) },
      patch: PatchOrder(of: shown) { scene.url(showing: $0) }, last: scene.issued)
    guard let regions = rendered.regions, regions != shown else { return }
    guard rendered.bytes.count <= Self.pushLimit else {
      // The answer to who asks for it is compressed, and does not keep others waiting.
      for stream in streams { stream.send(staleSceneWith: mark) }
      return
    }
    scene.show(regions, scene.issued)
    rendered.bytes.withBytes { bytes in
      for stream in streams { stream.send(bytes, of: mark) }
    }
  }

  /// Between two pushes of a scene.
  private static let pushPause = Duration.milliseconds(50)
  /// The most bytes of a patch that is pushed.
  private static let pushLimit = 16 * 1024
}

/// When a scene may send something next.
struct ScenePush {
  var isPlanned = false
  var next = ContinuousClock.Instant.now
}
