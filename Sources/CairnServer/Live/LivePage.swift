import CairnHTTP
import CairnScreens
import CairnViews

/// What a browser says of the page that its script shows, so that it is answered with what has changed.
struct LivePage {
  /// The digest of what it shows; nil where it does not know.
  let digest: UInt64?

  /// What a request says; nil where it asks for a page as it is.
  init?(_ request: HTTPRequest) {
    guard let text = request.headers["Cairn-Page"] else { return nil }
    digest = PageRegions.digest(text)
  }

  /// The answer to a form with which the session ends: the browser is to go elsewhere, and not the script.
  static func leaving(to url: String) -> HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    headers["Location"] = url
    return HTTPResponse(status: .ok, headers: headers)
  }

  /// The answer to a form without a token whose page is not known: it is to be sent with it. It is no error, of which
  /// browsers would tell their users.
  static var unknown: HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    return HTTPResponse(status: .noContent, headers: headers)
  }

  /// The type of answers that say what has changed.
  static let contentType = "text/vnd.cairn.patch; charset=utf-8"
}

extension PageResponder {
  /// The page of a scene as its browser asked for it: whole, or what has changed of what it shows. To be
  /// called under the scene's lock.
  /// - Parameters:
  ///   - notice: What the server has to say, where that is not the scene's own.
  ///   - url: Where the page is, for the answer to a form; nil where the browser has asked for it by its URL.
  ///   - last: What the page of the form says about itself: where that is so still, it is not said again.
  func answer(
    _ status: HTTPStatus = .ok, with scene: LiveScene, at location: Location? = nil,
    _ visitor: Visitor, token: (scene: String?, revision: UInt64), notice: String?,
    url: String? = nil, last: PageToken? = nil
  ) -> HTTPResponse {
    let issued = scene.issued
    let rendered = render(
      scene, at: location, visitor, token: token, notice: notice, focus: scene.focus.take(),
      patch: visitor.live.map { live in
        PatchOrder(
          of: live.digest.flatMap { scene.shown?.digest == $0 ? scene.shown : nil }, url: url)
      },
      last: last)
    if visitor.live != nil, scene.mark != nil {
      scene.show(rendered.regions, scene.issued == issued ? last : scene.issued)
      if !scene.isWatched, visitor.session?.hasStreams == true {
        scene.isWatched = true
        if rendered.summary.appearances.contains(where: \.isLive) {
          _ = scene.updateAppearances()
        }
      }
    }
    return response(status, with: rendered, to: visitor)
  }

  /// The token of a page whose form has come without it; nil where that is not known.
  func knownToken(of visitor: Visitor, _ query: [Location.QueryItem]) -> PageToken? {
    guard !visitor.isNew, let digest = visitor.live?.digest, let mark = SceneMark(query: query)
    else { return nil }
    return visitor.session?.scene(mark.scene)?.known.token(of: digest)
  }

  /// The response with a page that was made for a visitor.
  func response(
    _ status: HTTPStatus, with rendered: consuming RenderedPage, to visitor: Visitor
  ) -> HTTPResponse {
    guard visitor.live != nil else { return page(status: status, .adopting(rendered)) }
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    headers.append("Content-Type", LivePage.contentType)
    return HTTPResponse(status: status, headers: headers, body: .adopting(rendered))
  }

  /// Finds out what a browser shows before something is done, where that is what its scene would show now. To be
  /// called under the scene's lock.
  func lookAtShown(_ post: PendingPost, on scene: LiveScene) {
    guard let digest = post.visitor.live?.digest, scene.shown?.digest != digest else { return }
    let rendered = render(
      scene, post.visitor, token: (scene.mark, scene.revision), notice: scene.notice, isSent: false)
    scene.shown = rendered.regions?.digest == digest ? rendered.regions : nil
  }
}
