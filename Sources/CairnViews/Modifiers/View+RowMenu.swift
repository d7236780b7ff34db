import CairnTexts

/// A modifier that adds a menu with actions after a view.
public struct _RowMenuModifier<Actions: View>: _PrimitiveModifier {
  @usableFromInline let actions: Actions

  @inlinable
  init(_ actions: Actions) { self.actions = actions }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let row = renderer.openRow()
    Content._render(content, &renderer)
    let place = renderer.place
    renderer.place = Place.mix(place, 43)
    if renderer.isWriting { renderer.openRowMenu() }
    Menu<Image, Actions>._render(
      Menu(content: { modifier.actions }, label: { Image(icon: .ellipsis) }), &renderer)
    if renderer.isWriting { renderer.write("</div>") }
    renderer.place = place
    renderer.closeRow(row)
  }
}

extension Renderer {
  /// Begins the end of a row with its menu.
  @usableFromInline
  mutating func openRowMenu() {
    write("<div class=\"row-actions more\">")
    pend(attribute: "aria-label", state.texts[.moreActions])
  }
}

extension View {
  /// Adds a menu with actions to the end of a row.
  ///
  /// ```swift
  /// ForEach(store.items) { item in
  ///   Text(item.name)
  ///     .swipeActions {
  ///       Button("Delete", role: .destructive) { store.send(.deleteTapped(item.id)) }
  ///     }
  /// }
  /// ```
  ///
  /// A button with three dots opens the menu, also without JavaScript. There's no gesture. See ``Menu``.
  /// - Parameter content: The actions, such as buttons.
  @inlinable
  public consuming func swipeActions<Actions: View>(
    @ViewBuilder content: () -> Actions
  ) -> Modified<Self, _RowMenuModifier<Actions>> {
    Modified(self, _RowMenuModifier(content()))
  }

  /// Adds a menu with actions after the view.
  ///
  /// A button with three dots opens the menu, also without JavaScript. The browser's own context menu stays
  /// available. See ``Menu``.
  /// - Parameter menuItems: The actions, such as buttons.
  @inlinable
  public consuming func contextMenu<Actions: View>(
    @ViewBuilder menuItems: () -> Actions
  ) -> Modified<Self, _RowMenuModifier<Actions>> {
    Modified(self, _RowMenuModifier(menuItems()))
  }
}
