import CairnApplications
import CairnHTTP
import CairnScreens
import CairnSecurity
import CairnViews

/// The patch that responds to a script's form.
extension PageResponder {
  /// Renders the patch before views appear, if it's likely that views don't appear and that the patch will be the
  /// response.
  func prepare(_ post: PendingPost, on access: borrowing SceneAccess) {
    let scene = access.scene
    let isLikely =
      post.visitor.live != nil && scene.recorder == nil && !scene.isolation.mayChange
      && scene.browser.staysInPlace && scene.durable.drafts.waiting.isEmpty
    guard isLikely,
      var view = scene.browser.focus.staying(
        on: post.token.layers, at: path(of: post), isTyping: post.form.isTyping)
    else { return }
    let isTokenDue = isTokenDue(post, after: .done)
    let focus = view.take()
    let (earlierView, earlierToken) = (scene.browser.focus, scene.browser.issued)
    scene.prepare {
      scene.browser.focus = view
      defer {
        scene.browser.focus = earlierView
        scene.browser.issued = earlierToken
      }
      let rendered = render(post, focus, isTokenDue: isTokenDue, on: access)
      let basis = PreparedPatch.Basis(of: scene, focus, view, isTokenDue: isTokenDue)
      return PreparedPatch(rendered, of: basis, issued: scene.browser.issued)
    }
  }

  /// Returns the patch, which is the prepared one if its basis hasn't changed.
  func patch(
    answering post: PendingPost, after ending: SubmissionFlow.Ending,
    on access: borrowing SceneAccess
  ) -> HTTPResponse {
    let scene = access.scene
    let isTokenDue = isTokenDue(post, after: ending)
    let focus = scene.browser.focus.take()
    let issued = scene.browser.issued
    let last = isTokenDue ? nil : post.token
    let basis = PreparedPatch.Basis(
      of: scene, focus, scene.browser.focus, isTokenDue: isTokenDue)
    if let prepared = scene.prepared, prepared.isOf(basis),
      let rendered = prepared.take(for: &scene.browser)
    {
      return answer(with: rendered, on: access, post.visitor, after: issued, last: last)
    }
    let rendered = render(post, focus, isTokenDue: isTokenDue, on: access)
    return answer(with: rendered, on: access, post.visitor, after: issued, last: last)
  }

  private func render(
    _ post: PendingPost, _ focus: PageFocus?, isTokenDue: Bool, on access: borrowing SceneAccess
  ) -> RenderedPage {
    let scene = access.scene
    return render(
      access, post.visitor, token: (scene.sceneID, scene.durable.revision),
      notice: scene.durable.notice, focus: focus,
      patch: PatchOrder(of: shown(by: post.visitor, of: scene)) { summary in
        let url = scene.url(showing: summary)
        let stays =
          post.form.layer == nil && post.token.layers == summary.layerPath && post.isAt(url)
        return stays ? nil : url
      },
      last: isTokenDue ? nil : post.token)
  }

  /// Returns whether the page gets a new token.
  ///
  /// A token is used for 64 form numbers, and a tap uses two of them. If the form wasn't processed, its token may be
  /// too old. The next form must be processed, so it needs a new token.
  private func isTokenDue(_ post: PendingPost, after ending: SubmissionFlow.Ending) -> Bool {
    post.form.layer != nil || ending != .done || post.flow.age == .forgotten
      || post.form.number % 64 < 2
  }

  /// Returns the path of a form's page, from the root of the server.
  func path(of post: PendingPost) -> String {
    post.location.prefixed(by: post.mount.prefix).path
  }
}
