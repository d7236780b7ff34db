import CairnSecurity
import CairnTexts
import CairnViews

/// A patch that was rendered before the server knew whether views appear, with everything that it depends on.
///
/// Usually, views don't appear or disappear when a form is processed. Then this patch is the response, and the view
/// isn't evaluated a second time.
final class PreparedPatch {
  /// The values that a patch depends on, in addition to the state.
  struct Basis: Equatable {
    let revision: UInt64
    let notice: [UserText]
    let drafts: SceneDrafts
    let focus: PageFocus?
    let step: PageStep?
    let openerRows: [UInt64: UInt64]
    let isTokenDue: Bool
    /// Whether effects may change the page without a request.
    let mayChange: Bool

    /// - Parameters:
    ///   - scene: The scene as it is now, except for its focus.
    ///   - isTokenDue: Whether the page gets a new token.
    init(of scene: SceneRuntime, _ focus: PageFocus?, _ view: SceneFocus, isTokenDue: Bool) {
      revision = scene.durable.revision
      notice = scene.durable.notice
      drafts = scene.durable.drafts
      self.focus = focus
      step = view.step
      openerRows = view.openerRows
      self.isTokenDue = isTokenDue
      mayChange = scene.isolation.mayChange
    }
  }

  let summary: PageSummary
  private let basis: Basis
  private let issued: PageToken?
  private var rendered: RenderedPage?

  init(_ rendered: consuming RenderedPage, of basis: Basis, issued: PageToken?) {
    summary = rendered.summary
    self.basis = basis
    self.issued = issued
    self.rendered = consume rendered
  }

  /// Returns whether rendering the page again would lead to the same patch.
  func isOf(_ basis: Basis) -> Bool { self.basis == basis }

  /// Returns the page and records its token, or returns `nil` if the page was taken before.
  func take(for browser: inout BrowserView) -> RenderedPage? {
    guard let page = rendered.take() else { return nil }
    browser.issued = issued
    return page
  }
}
