import CairnTexts

/// A modifier that shows all screens below the topmost one in the bar.
public struct _BreadcrumbsModifier: _PrimitiveModifier {
  @inlinable
  init() {}

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    renderer.showBreadcrumbs()
    Content._render(content, &renderer)
  }
}

extension Renderer {
  @usableFromInline
  mutating func showBreadcrumbs() { state.layer.breadcrumbs += 1 }

  /// Keeps the handlers of the buttons that lead back over several screens. The Back button has its own handler.
  mutating func keepBreadcrumbs() {
    guard state.layer.breadcrumbs > 0, let levels = layerLevels else { return }
    for index in levels.indices.dropFirst().dropLast() {
      let id = Self.backID(of: levels[index])
      guard wants(id) else { continue }
      let left = levels[index...]
      keepTap(id, isWayBack: true) {
        if let attempt = left.asking?.attempt { return attempt() }
        for level in left.reversed() { level.dismiss() }
      }
    }
  }

  /// Writes a button for each screen below the topmost one, and the title of the topmost one.
  mutating func writeBreadcrumbs(isNamed: Bool) {
    guard let levels = layerLevels else { return }
    write("<nav class=\"breadcrumbs\" aria-label=\"")
    write(attribute: state.texts[.breadcrumbs])
    write("\"><ol>")
    for (level, next) in zip(levels, levels.dropFirst()) {
      write("<li><button class=\"plain\"")
      if isNamed { writeTap(Self.backID(of: next)) }
      write(">")
      let title = level.summary.title
      write(text: title.isEmpty ? state.texts[.back] : title)
      write("</button></li>")
    }
    write("<li><span aria-current=\"page\">")
    write(text: state.layer.title)
    write("</span></li></ol></nav>")
  }

  /// Returns the ID of the button that leads back from a screen. See `keepBack(from:)`.
  private static func backID(of level: Level) -> UInt64 { Place.mix(level.summary.identity, 7) }
}

extension View {
  /// Shows all screens below the topmost one in the bar of the enclosing layer, instead of the Back button.
  ///
  /// Each screen is a button that leads back to it. If a screen asks before the user leaves it, its question is
  /// presented first. Attach the modifier to the ``NavigationStack``.
  ///
  /// ```swift
  /// NavigationStack(path: $store.path) {
  ///   FolderView(store: store)
  /// } destination: { folder in
  ///   FolderView(store: folder)
  /// }
  /// .breadcrumbs()
  /// ```
  @inlinable
  public consuming func breadcrumbs() -> Modified<Self, _BreadcrumbsModifier> {
    Modified(self, _BreadcrumbsModifier())
  }
}
