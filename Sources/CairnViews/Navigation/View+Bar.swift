/// A modifier that sets the title of the enclosing screen or dialog.
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

/// A modifier that adds items to the bar of the enclosing screen or dialog.
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

/// A modifier that prevents the dismissal of a layer, or asks the user first.
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
  /// Sets the title of the enclosing screen or dialog. The innermost title is used.
  ///
  /// The title of the page consists of the topmost title and the title of the root screen, such as
  /// `Edit item – Inventory`.
  @inlinable
  public consuming func navigationTitle(_ title: LocalizedStringKey) -> Modified<
    Self, _TitleModifier
  > {
    navigationTitle(title.string)
  }

  /// Sets the title of the enclosing screen or dialog. The innermost title is used.
  ///
  /// The title of the page consists of the topmost title and the title of the root screen, such as
  /// `Edit item – Inventory`.
  @inlinable
  @_disfavoredOverload
  public consuming func navigationTitle(_ title: String) -> Modified<Self, _TitleModifier> {
    Modified(self, _TitleModifier(title))
  }

  /// Sets the title of the enclosing screen or dialog. Titles don't have styles, so the text's styles are ignored.
  @inlinable
  public consuming func navigationTitle(_ title: Text) -> Modified<Self, _TitleModifier> {
    Modified(self, _TitleModifier(title.plain))
  }

  /// Adds items to the bar of the enclosing screen or dialog.
  @inlinable
  public consuming func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> Modified<Self, _ToolbarModifier<Content>> {
    Modified(self, _ToolbarModifier(content()))
  }

  /// Prevents users from dismissing the layer with its backdrop or Escape.
  ///
  /// The browser's Back button still works. To ask the user in that case too, pass `onAttempt`.
  /// - Parameter isDisabled: Whether interactive dismissal is prevented.
  @inlinable
  public consuming func interactiveDismissDisabled(
    _ isDisabled: Bool = true
  ) -> Modified<Self, _InteractiveDismissModifier> {
    Modified(self, _InteractiveDismissModifier(isDisabled))
  }

  /// Calls a closure when the user tries to leave the enclosing layer or screen, other than with the layer's own
  /// buttons.
  ///
  /// The closure is called instead of leaving for the backdrop, Escape, the bar's Back button, the browser's Back
  /// button, and links to other pages. For example, it can present a question:
  ///
  /// ```swift
  /// EditView(store: store)
  ///   .interactiveDismissDisabled(store.isEdited) { store.send(.leaveAttempted) }
  ///   .confirmationDialog($store.scope(state: \.leaving, action: \.leaving))
  /// ```
  /// If the user wants to leave, dismiss the layer in the reducer. Layers on top of it aren't dismissed before the
  /// user is asked.
  ///
  /// If the user closes the tab, the browser asks with its own message. This, and the interception of links, requires
  /// the script of a live page. Without the script, a link opens its page. The layer isn't lost, and the browser's
  /// Back button shows it again.
  /// - Parameters:
  ///   - isDisabled: Whether the closure is called instead of leaving.
  ///   - onAttempt: The closure.
  @inlinable
  public consuming func interactiveDismissDisabled(
    _ isDisabled: Bool = true, onAttempt: @escaping () -> Void
  ) -> Modified<Self, _InteractiveDismissModifier> {
    Modified(self, _InteractiveDismissModifier(isDisabled, onAttempt))
  }
}
