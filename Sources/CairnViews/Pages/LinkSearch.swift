/// Evaluates `view`, and returns the links to a path with their surroundings, by the identity of their level.
///
/// Levels that a screen or a cover hides are also searched. For several links in a level, the first one is returned.
/// - Parameters:
///   - path: The percent-encoded path below the application, without a slash at its start. Links to it can have a query.
///   - view: The view of the lowest layer.
package func links(to path: String, in view: some View) -> [UInt64: TappedButton] {
  let state = RenderState()
  state.soughtPath = path
  var renderer = Renderer(collecting: state)
  renderer.layers(of: view) { renderer, _, _ in renderer.noteLink() }
  return state.links
}

extension Renderer {
  /// Returns whether a link to a path is sought, and not found yet.
  @usableFromInline
  func seeks(_ path: String) -> Bool {
    guard let sought = state.soughtPath, state.taps.isEmpty else { return false }
    return path.utf8.prefix { $0 != UInt8(ascii: "?") }.elementsEqual(sought.utf8)
  }

  /// Records the sought link if it's in the level that was just evaluated.
  mutating func noteLink() {
    guard state.soughtPath != nil, let link = state.taps.last, let level = state.levels.last else {
      return
    }
    state.links[level.summary.identity] = TappedButton(
      id: link.id, rows: state.rows.around ?? RowsAround(),
      innerRows: state.rows.inner ?? RowsAround(), branches: state.branches)
    state.branches = []
  }
}
