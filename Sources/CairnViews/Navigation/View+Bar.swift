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

/// A layer that is left by its own buttons alone, or asks before it is left in another way.
public struct _InteractiveDismissModifier: _PrimitiveModifier {
  @usableFromInline let isDisabled: Bool
  @usableFromInline let onAttempt: (() -> Void)?

  @inlinable
  init(_ isDisabled: Bool, _ onAttempt: (() -> Void)? = nil) {
    self.isDisabled = isDisabled
    self.onAttempt = onAttempt
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    if modifier.isDisabled { renderer.disableInteractiveDismiss(modifier.onAttempt) }
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
  mutating func disableInteractiveDismiss(_ onAttempt: (() -> Void)?) {
    if let onAttempt {
      state.levels[state.levels.count - 1].attempt = withPlaceEnvironment(onAttempt)
    } else {
      state.layer.isDismissable = false
    }
  }
}

extension View {
  /// Sets the title of the screen or dialog around; the innermost one wins.
  ///
  /// The page is called after what is on top, and after its root screen: `Edit item – Inventory`.
  @inlinable
  public consuming func navigationTitle(_ title: String) -> Modified<Self, _TitleModifier> {
    Modified(self, _TitleModifier(title))
  }

  /// Sets the title of the screen or dialog around. A title has no styles, so those of the text don't
  /// show.
  @inlinable
  public consuming func navigationTitle(_ title: Text) -> Modified<Self, _TitleModifier> {
    Modified(self, _TitleModifier(title.plain))
  }

  /// Puts `content` into the bar of the screen or dialog around.
  @inlinable
  public consuming func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> Modified<Self, _ToolbarModifier<Content>> {
    Modified(self, _ToolbarModifier(content()))
  }

  /// Takes away the ways of leaving the layer that are not its own buttons: backdrop and Escape. The browser's Back
  /// stays; the form with `onAttempt` asks there too.
  @inlinable
  public consuming func interactiveDismissDisabled(
    _ isDisabled: Bool = true
  ) -> Modified<Self, _InteractiveDismissModifier> {
    Modified(self, _InteractiveDismissModifier(isDisabled))
  }

  /// Lets the layer or screen around ask before it is left by a way that is not one of its own buttons.
  ///
  /// Backdrop, Escape, the bar's Back, the browser's Back, and links out of it call `onAttempt` in place of
  /// leaving, which can present a question:
  ///
  /// ```swift
  /// EditView(store: store)
  ///   .interactiveDismissDisabled(store.isEdited) { store.send(.leaveAttempted) }
  ///   .confirmationDialog($store.scope(state: \.leaving, action: \.leaving))
  /// ```
  /// The reducer dismisses where the user wants to leave. Nothing above the layer is dismissed before it is
  /// asked. A tab that is closed is asked about by the browser, in the browser's words. Links and tabs are
  /// held up by the script of a live page alone: without it their pages are there besides, and nothing of the
  /// layer is lost, which Back shows again.
  @inlinable
  public consuming func interactiveDismissDisabled(
    _ isDisabled: Bool = true, onAttempt: @escaping () -> Void
  ) -> Modified<Self, _InteractiveDismissModifier> {
    Modified(self, _InteractiveDismissModifier(isDisabled, onAttempt))
  }
}
