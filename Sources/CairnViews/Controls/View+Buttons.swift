/// A modifier that sets the appearance of buttons.
public struct _ButtonStyleModifier: _PrimitiveModifier {
  @usableFromInline let style: ButtonStyle

  @inlinable
  init(_ style: ButtonStyle) { self.style = style }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let outer = renderer.buttonStyle
    renderer.buttonStyle = modifier.style
    Content._render(content, &renderer)
    renderer.buttonStyle = outer
  }
}

/// A modifier that sets a flag for the views within it.
public struct _FlagModifier: _PrimitiveModifier {
  @usableFromInline let flag: Renderer.Flags

  @inlinable
  init(_ flag: Renderer.Flags) { self.flag = flag }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    // Content can change other flags, so remove only the flags that this modifier added.
    let added = modifier.flag.subtracting(renderer.flags)
    renderer.flags.formUnion(added)
    Content._render(content, &renderer)
    renderer.flags.subtract(added)
  }
}

/// The function of a button for the keyboard.
public enum KeyboardShortcut: Sendable {
  /// The button that Return presses.
  case defaultAction
  /// A role for a button that leaves the layer. It has no effect, because Escape already dismisses a layer.
  case cancelAction
}

extension View {
  /// Sets the appearance of buttons within this view.
  @inlinable
  public consuming func buttonStyle(_ style: ButtonStyle) -> Modified<Self, _ButtonStyleModifier> {
    Modified(self, _ButtonStyleModifier(style))
  }

  /// Disables the controls within this view.
  ///
  /// A tap on a disabled control is rejected.
  /// - Parameter isDisabled: Whether the controls are disabled.
  @inlinable
  public consuming func disabled(
    _ isDisabled: Bool = true
  ) -> Modified<Self, _FlagModifier> {
    Modified(self, _FlagModifier(isDisabled ? .disabled : []))
  }

  /// Gives the focus to the first control within this view when its layer is presented.
  ///
  /// ```swift
  /// TextField("Name", text: $store.name)
  /// TextField("Note", text: $store.note).defaultFocus()
  /// ```
  /// Without this modifier, the first field of a sheet, popover, or cover gets the focus. In an alert or dialog, the
  /// Cancel button or the first button gets it. A rejected field has priority. While a layer stays on top, the focus
  /// stays on its current control. When the browser loads a page by its URL, no control gets the focus.
  @inlinable
  public consuming func defaultFocus() -> Modified<Self, _FlagModifier> {
    Modified(self, _FlagModifier(.defaultFocus))
  }

  /// Makes the button the one that Return presses in its layer.
  ///
  /// Return works regardless of the focus, unless the focused control uses the key itself. Buttons, links, and text
  /// areas do that. Without the page's script, Return works while a field has the focus.
  ///
  /// If a layer doesn't have such a button, Return applies the fields and runs nothing else. A toolbar item with the
  /// placement `.confirmationAction` also makes its button the default.
  /// - Parameter shortcut: The function of the button, or `nil` for none.
  @inlinable
  public consuming func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> Modified<
    Self, _FlagModifier
  > {
    Modified(self, _FlagModifier(shortcut == .defaultAction ? .defaultAction : []))
  }
}
