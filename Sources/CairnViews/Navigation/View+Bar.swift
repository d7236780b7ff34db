/// The title of the screen or dialog around.
public struct _TitleModifier: _PrimitiveModifier {
  @usableFromInline let title: String

  @inlinable
  init(_ title: String) { self.title = title }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    renderer.setTitle(modifier.title)
    Content._render(content, &renderer)
  }
}

/// Buttons in the bar of the screen or dialog around.
public struct _ToolbarModifier<Items: View>: _PrimitiveModifier {
  @usableFromInline let items: Items

  @inlinable
  init(_ items: Items) { self.items = items }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let place = renderer.place
    let items = modifier.items
    let entry = ToolbarEntry(
      place: Place.mix(place, 29), isDisabled: renderer.flags.contains(.disabled),
      anchor: renderer.state.anchor, content: { Items._render(items, &$0) })
    renderer.addToolbar(entry)
    renderer.place = Place.mix(place, 30)
    Content._render(content, &renderer)
    renderer.place = place
  }
}

/// A layer that is left by its own buttons alone.
public struct _InteractiveDismissModifier: _PrimitiveModifier {
  @usableFromInline let isDisabled: Bool

  @inlinable
  init(_ isDisabled: Bool) { self.isDisabled = isDisabled }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    if modifier.isDisabled { renderer.disableInteractiveDismiss() }
    Content._render(content, &renderer)
  }
}

extension Renderer {
  @usableFromInline
  mutating func setTitle(_ title: String) { state.layer.title = title }

  @usableFromInline
  mutating func addToolbar(_ entry: ToolbarEntry) {
    state.layer.toolbar.append(
      ToolbarEntry(
        place: entry.place, isDisabled: entry.isDisabled, anchor: entry.anchor,
        content: withPlaceEnvironment(entry.content)))
  }

  @usableFromInline
  mutating func disableInteractiveDismiss() { state.layer.isDismissable = false }
}

extension View {
  /// Sets the title of the screen or dialog around; the innermost one wins.
  @inlinable
  public consuming func navigationTitle(_ title: String) -> Modified<Self, _TitleModifier> {
    Modified(self, _TitleModifier(title))
  }

  /// Puts `content` into the bar of the screen or dialog around.
  @inlinable
  public consuming func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> Modified<Self, _ToolbarModifier<Content>> {
    Modified(self, _ToolbarModifier(content()))
  }

  /// Takes away the ways of leaving the layer that are not its own buttons: backdrop and Escape.
  @inlinable
  public consuming func interactiveDismissDisabled(
    _ isDisabled: Bool = true
  ) -> Modified<Self, _InteractiveDismissModifier> {
    Modified(self, _InteractiveDismissModifier(isDisabled))
  }
}
