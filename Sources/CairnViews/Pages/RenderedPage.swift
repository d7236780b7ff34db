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
  var shown: PageRegions?
  if case .patch(let order) = context.form { shown = order.base }
  let state = RenderState(drafts: context.drafts, memory: context.memory, shown: shown)
  var renderer = Renderer(writing: state)
  if let rows = context.focus?.button?.rows {
    renderer.soughtRow = rows.next
    renderer.soughtRowBefore = rows.previous
  }
  context.memory?.beginPage()
  let (summary, regions) = renderer.renderPage(view, context)
  context.memory?.endPage()
  return RenderedPage(bytes: renderer.out.take(), summary: summary, regions: regions)
}

/// Evaluates `view` and keeps the handlers of the controls `wanted`, of the top layer alone.
/// - Parameter memory: What the page's views have written before.
package func collect(
  _ view: some View, wanted: Set<UInt64> = [], memory: RenderMemory? = nil
) -> Collected {
  let state = RenderState(wanted: wanted, memory: memory)
  var renderer = Renderer(collecting: state)
  return renderer.collect(view)
}
