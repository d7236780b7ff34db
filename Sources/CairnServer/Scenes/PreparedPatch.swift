import CairnViews

/// A patch that was rendered before it was known whether views appear, with everything that it depends on.
///
/// Mostly, no view appears or disappears when a form is processed. Then the rendering that finds that out is the answer,
/// and the view isn't evaluated for that alone.
final class PreparedPatch {
  /// What a patch depends on, in addition to the state.
  struct Basis: Equatable {
    let revision: UInt64
    let notice: String?
    let drafts: SceneDrafts
    let focus: PageFocus?
    let step: PageStep?
    let openerRows: [UInt64: UInt64]
    let isTokenDue: Bool
    /// Whether effects may change the page by themselves.
    let mayChange: Bool

    /// - Parameters:
    ///   - scene: The scene as it is now, except for its focus.
    ///   - view: How the focus is on the page.
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
  /// The token that the page has.
  private let issued: PageToken?
  private var rendered: RenderedPage?

  init(_ rendered: consuming RenderedPage, of basis: Basis, issued: PageToken?) {
    summary = rendered.summary
    self.basis = basis
    self.issued = issued
    self.rendered = consume rendered
  }

  /// Whether it still is what would be rendered.
  func isOf(_ basis: Basis) -> Bool { self.basis == basis }

  /// Makes it what the browser shows next; `nil` if that was done before.
  func take(for browser: inout BrowserView) -> RenderedPage? {
    browser.issued = issued
    return rendered.take()
  }
}
