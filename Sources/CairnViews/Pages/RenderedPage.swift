package import CairnDependencies
import CairnTexts

/// The bytes of a page, and a description of it.
package struct RenderedPage: ~Copyable {
  package var bytes: RenderedBytes
  package var summary: PageSummary
  /// The regions of the page, if the context requests them.
  package var regions: PageRegions?
  /// The values of the request that the page depends on.
  package var requestFields: RequestFields = []

  /// Transfers the ownership of the bytes' block to the caller, which must free it with `free`.
  package consuming func take() -> (block: UnsafeMutableRawPointer?, range: Range<Int>) {
    bytes.take()
  }
}

/// Renders the page of `view` with all layers that it presents, or a patch to such a page.
/// - Parameters:
///   - view: The view of the lowest layer.
///   - context: The chrome, the form of the page, and everything else that the page requires.
package func renderPage(_ view: some View, _ context: PageContext) -> RenderedPage {
  let page = renderPageOfAnySize(view, context)
  guard page.bytes.count > context.byteLimit else { return page }
  // Release these bytes before the next page is written.
  _ = consume page
  return renderWithoutLargestRows(view, context)
}

/// Renders the page of `view`, regardless of its size.
func renderPageOfAnySize(_ view: some View, _ context: PageContext) -> RenderedPage {
  var shown: PageRegions?
  if case .patch(let order) = context.form { shown = order.base }
  // After the user goes back, the page must contain the link that led forward, which can be anywhere.
  let leavesOut = shown != nil && !(context.focus?.isForLink ?? false)
  var isComplete = true
  let page = renderPage(view, context, shown, leavesOut: leavesOut, &isComplete)
  if isComplete { return page }
  // The patch needs content that was omitted.
  return renderPage(view, context, shown, leavesOut: false, &isComplete)
}

/// Renders a page once.
/// - Parameters:
///   - leavesOut: Whether remembered content is omitted if the browser already shows it.
///   - isComplete: Set to false if the patch needs omitted content.
private func renderPage(
  _ view: some View, _ context: PageContext, _ shown: PageRegions?, leavesOut: Bool,
  _ isComplete: inout Bool
) -> RenderedPage {
  let state = RenderState(
    drafts: context.drafts, memory: context.memory, shown: shown, regionKey: context.regionKey,
    leavesOut: leavesOut)
  state.openerRows = context.openerRows
  state.largeRows = context.largeRows
  state.isLoaded = context.isLoaded
  state.root = context.root
  state.texts = context.texts
  var renderer = Renderer(writing: state)
  if context.largeRows != nil { renderer.flags.insert(.limited) }
  if let button = context.focus?.button {
    renderer.soughtControl = button.id
    renderer.rowOfSoughtControl = button.rows.row
    renderer.soughtRows = button.adjacentRows
    renderer.soughtBranches = button.branches
  }
  context.memory?.beginPage(in: context.texts.language)
  let (summary, regions) = renderer.renderPage(view, context, &isComplete)
  context.memory?.endPage()
  return RenderedPage(bytes: renderer.out.take(), summary: summary, regions: regions)
}

/// Evaluates `view`, and collects the handlers of the top layer's `wanted` controls.
/// - Parameters:
///   - view: The view of the lowest layer.
///   - wanted: The IDs of the controls.
///   - memory: The memory with markup that the page's views wrote before.
package func collect(
  _ view: some View, wanted: Set<UInt64> = [], memory: RenderMemory? = nil
) -> Collected {
  // If a control isn't found, it may be in content that was skipped. Look into the remembered rows first, and then
  // everywhere.
  for looksIntoRows in [false, true] {
    let state = RenderState(
      wanted: wanted, memory: memory, leavesOut: true, looksIntoRows: looksIntoRows)
    var renderer = Renderer(collecting: state)
    let collected = renderer.collect(view)
    let found = collected.taps.count + collected.fields.count + collected.files.count
    if !state.hasLeftOut || found == wanted.count(where: { $0 != 0 }) { return collected }
  }
  var renderer = Renderer(collecting: RenderState(wanted: wanted, memory: memory))
  return renderer.collect(view)
}
