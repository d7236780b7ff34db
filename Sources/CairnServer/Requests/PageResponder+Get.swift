import Cairn
import CairnHTTP
import CairnViews

extension PageResponder {
  /// The page of a location. Nothing is changed or kept by it.
  func get(_ request: HTTPRequest, _ mount: Mount, _ location: Location) -> HTTPResponse {
    let visitor = Visitor(request, cookie)
    var response: HTTPResponse
    if !visitor.isNew, let mark = SceneMark(query: request.query),
      let scene = sessions.session(for: visitor.id)?.scene(mark.scene),
      scene.mount.prefix == mount.prefix
    {
      response = get(request, scene, location, visitor)
    } else {
      let scene = LiveScene(mount: mount, mark: nil, dependencies: dependencies)
      response = getUnborn(
        request, scene, location, visitor, token: (nil, 0))
    }
    if visitor.isNew { response.headers.append("Set-Cookie", cookie.setCookie(for: visitor.id)) }
    return response
  }

  /// The page of a scene that was born: what it shows, or another location on a copy of its state.
  private func get(
    _ request: HTTPRequest, _ scene: LiveScene, _ location: Location, _ visitor: Visitor
  ) -> HTTPResponse {
    let shown: HTTPResponse? = scene.withLock { scene in
      guard scene.page.location() == location else { return nil }
      let rendered = render(
        scene, visitor, token: (scene.mark, scene.revision), location: scene.location,
        notice: scene.notice)
      return page(.adopting(rendered.take()), isSecure: request.isSecure)
    }
    if let shown { return shown }
    let (state, revision) = scene.withLock { ($0.page.snapshot(), $0.revision) }
    let copy = LiveScene(mount: scene.mount, mark: nil, dependencies: dependencies)
    if let state { copy.withLock { $0.page.restore(state) } }
    return getUnborn(request, copy, location, visitor, token: (scene.mark, revision))
  }

  private func getUnborn(
    _ request: HTTPRequest, _ scene: LiveScene, _ location: Location, _ visitor: Visitor,
    token: (scene: String?, revision: UInt64)
  ) -> HTTPResponse {
    scene.withLock { scene in
      let opened = scene.page.open(location)
      if !opened.isComplete, opened.opened.isEmpty, !opened.isGone,
        opened.missing == location.segments,
        scene.page.snapshot() == nil
      {
        return errorResponse(status: .notFound, request: request)
      }
      let rendered = render(
        scene, visitor, token: token, location: scene.location, notice: opened.notice)
      return page(
        status: opened.isComplete ? .ok : .notFound, .adopting(rendered.take()),
        isSecure: request.isSecure)
    }
  }
}

extension OpenedLocation {
  /// What a reader is told where not all of a location could be opened.
  var notice: String? {
    guard !isComplete else { return nil }
    let name = missing.joined(separator: "/")
    return isGone
      ? "“\(name)” is gone, or never was here. This is the nearest page."
      : "There is no “\(name)” here. This is the nearest page."
  }
}
