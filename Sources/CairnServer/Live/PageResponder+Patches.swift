import CairnHTTP
import CairnScreens
import CairnSecurity
import CairnTexts
import CairnViews

extension PageResponder {
  /// Returns the page of a scene as the browser requested it, either complete or with only the changes.
  /// - Parameters:
  ///   - notice: The sentences of the notice for the user.
  ///   - last: The token of the browser's current page. If it's still right, the response doesn't contain a token.
  func answer(
    _ status: HTTPStatus = .ok, with access: borrowing SceneAccess, at location: Location? = nil,
    _ visitor: Visitor, token: (scene: String?, revision: UInt64), notice: [UserText],
    last: PageToken? = nil
  ) -> HTTPResponse {
    let scene = access.scene
    let issued = scene.browser.issued
    let rendered = render(
      access, at: location, visitor, token: token, notice: notice,
      focus: scene.browser.focus.take(),
      patch: visitor.live.map { _ in PatchOrder(of: shown(by: visitor, of: scene), url: nil) },
      last: last)
    return answer(status, with: rendered, on: access, visitor, after: issued, last: last)
  }

  /// Returns the response with a rendered page, which the browser shows from then on.
  /// - Parameters:
  ///   - issued: The last token from before the page was rendered.
  ///   - last: The token of the page if it didn't get a new one.
  func answer(
    _ status: HTTPStatus = .ok, with rendered: consuming RenderedPage,
    on access: borrowing SceneAccess, _ visitor: Visitor, after issued: PageToken?,
    last: PageToken?
  ) -> HTTPResponse {
    let scene = access.scene
    if visitor.live != nil, scene.sceneID != nil {
      scene.browser.show(
        rendered.regions, scene.browser.issued == issued ? last : scene.browser.issued,
        in: access.live.pages)
      if !scene.browser.isWatched, visitor.session?.hasStreams == true {
        scene.browser.isWatched = true
        if rendered.summary.appearances.contains(where: \.isLive) {
          _ = scene.updateAppearances()
        }
      }
    }
    return response(status, with: rendered, to: visitor)
  }

  /// Returns the page of a scene that a visitor's script shows, or `nil` if it isn't known.
  func shown(by visitor: Visitor, of scene: SceneRuntime) -> PageRegions? {
    guard let digest = visitor.live?.digest, scene.browser.shown?.digest == digest else {
      return nil
    }
    return scene.browser.shown
  }

  /// Returns the token of a page whose form was sent without it, or `nil` if it isn't known.
  func knownToken(of visitor: Visitor, _ query: [Location.QueryItem]) -> PageToken? {
    guard !visitor.isNew, let digest = visitor.live?.digest, let item = SceneQueryItem(query: query)
    else { return nil }
    return visitor.session?.scene(item.scene)?.pages.token(of: digest)
  }

  /// Returns the response with a page that was rendered for a visitor.
  func response(
    _ status: HTTPStatus, with rendered: consuming RenderedPage, to visitor: Visitor
  ) -> HTTPResponse {
    guard visitor.live != nil else {
      let fields = rendered.requestFields
      let isHidden = rendered.summary.isHidden
      var response = page(status: status, .adopting(rendered))
      response.headers.vary(by: fields)
      // The page of a sign-in form has the URL of what it hides.
      if isHidden { response.headers["X-Robots-Tag"] = "noindex" }
      return response
    }
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers["Cache-Control"] = "no-store"
    headers.append("Content-Type", LivePage.contentType)
    return HTTPResponse(status: status, headers: headers, body: .adopting(rendered))
  }

  /// Renders the page that a browser shows before its scene changes, if it's still the scene's current page.
  func lookAtShown(_ post: PendingPost, on access: borrowing SceneAccess) {
    let scene = access.scene
    guard let digest = post.visitor.live?.digest, scene.browser.shown?.digest != digest else {
      return
    }
    let rendered = render(
      access, post.visitor, token: (scene.sceneID, scene.durable.revision),
      notice: scene.durable.notice, isSent: false)
    scene.browser.shown = rendered.regions?.digest == digest ? rendered.regions : nil
  }
}
