/// A page: its bytes, and what it is.
package struct RenderedPage: ~Copyable {
  package var bytes: RenderedBytes
  package var summary: PageSummary
  /// What it consists of, where the context asks for that.
  package var regions: PageRegions?

  /// Gives the block of the bytes away: the caller frees it with `free`.
  package consuming func take() -> (block: UnsafeMutableRawPointer?, range: Range<Int>) {
    bytes.take()
  }
}

/// Renders the page of `view`: the pile of layers that it presents, in the chrome of `context`, or what makes the
/// same of another rendering.
package func renderPage(_ view: some View, _ context: PageContext) -> RenderedPage {
  let page = renderPageOfAnySize(view, context)
  guard page.bytes.count > context.byteLimit else { return page }
  // Its bytes are given back before others are written.
  _ = consume page
  return renderWithoutLargestRows(view, context)
}

/// Renders the page of `view`, however large it is.
func renderPageOfAnySize(_ view: some View, _ context: PageContext) -> RenderedPage {
  var shown: PageRegions?
  if case .patch(let order) = context.form { shown = order.base }
  // Where a page is left downwards it is looked for the link that has led there, which may be anywhere.
  let leavesOut = shown != nil && !(context.focus?.isForLink ?? false)
  var isComplete = true
  let page = renderPage(view, context, shown, leavesOut: leavesOut, &isComplete)
  if isComplete { return page }
  // What was left out turned out to stand elsewhere.
  return renderPage(view, context, shown, leavesOut: false, &isComplete)
}

/// - Parameters:
///   - leavesOut: Whether nothing is written that the browser shows and that is remembered.
///   - isComplete: False where that has left out what the patch needs.
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
  var renderer = Renderer(writing: state)
  if context.largeRows != nil { renderer.flags.insert(.limited) }
  if let button = context.focus?.button {
    renderer.soughtControl = button.id
    renderer.rowOfSoughtControl = button.rows.row
    renderer.soughtRow = button.rows.next
    renderer.soughtRowBefore = button.rows.previous
    renderer.soughtBranch = button.branch
  }
  context.memory?.beginPage()
  let (summary, regions) = renderer.renderPage(view, context, &isComplete)
  context.memory?.endPage()
  return RenderedPage(bytes: renderer.out.take(), summary: summary, regions: regions)
}

/// Evaluates `view` and keeps the handlers of the controls `wanted`, of the top layer alone.
/// - Parameter memory: What the page's views have written before.
package func collect(
  _ view: some View, wanted: Set<UInt64> = [], memory: RenderMemory? = nil
) -> Collected {
  // Where one of them is not found it may be in what was left out: a row, or anywhere.
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
