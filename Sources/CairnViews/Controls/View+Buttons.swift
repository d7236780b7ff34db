/// How the buttons inside look.
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

/// A flag that holds for the views inside, and no longer.
public struct _FlagModifier: _PrimitiveModifier {
  @usableFromInline let flag: Renderer.Flags

  @inlinable
  init(_ flag: Renderer.Flags) { self.flag = flag }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    // Other flags may change inside and have to stay changed.
    let added = modifier.flag.subtracting(renderer.flags)
    renderer.flags.formUnion(added)
    Content._render(content, &renderer)
    renderer.flags.subtract(added)
  }
}

/// The part that a button plays for the keyboard.
public enum KeyboardShortcut: Sendable {
  /// Return presses the button.
  case defaultAction
  /// Escape is for leaving; a layer's own dismissal does that.
  case cancelAction
}

extension View {
  /// Sets how the buttons inside look.
  @inlinable
  public consuming func buttonStyle(_ style: ButtonStyle) -> Modified<Self, _ButtonStyleModifier> {
    Modified(self, _ButtonStyleModifier(style))
  }

  /// Makes controls inside impossible to operate, where `isDisabled`; a tap on one is refused.
  @inlinable
  public consuming func disabled(
    _ isDisabled: Bool = true
  ) -> Modified<Self, _FlagModifier> {
    Modified(self, _FlagModifier(isDisabled ? .disabled : []))
  }

  /// Gives the first control inside the focus when its layer is presented, instead of the layer's first field.
  ///
  /// ```swift
  /// TextField("Name", text: $store.name)
  /// TextField("Note", text: $store.note).defaultFocus()
  /// ```
  /// A refused field comes before it, and while a layer stays the focus stays where the user was. A page that is loaded
  /// by its address gives the focus to nothing.
  @inlinable
  public consuming func defaultFocus() -> Modified<Self, _FlagModifier> {
    Modified(self, _FlagModifier(.defaultFocus))
  }

  /// Makes the button the one that Return presses in its layer.
  ///
  /// Return works wherever the focus is, unless it's on a control that takes the key: a button, a link, or a text area.
  /// Without the page's script, it works while a field has the focus. In a layer without such a button, Return applies the
  /// fields and runs nothing. A toolbar button that is placed as `.confirmationAction` is one too.
  @inlinable
  public consuming func keyboardShortcut(_ shortcut: KeyboardShortcut) -> Modified<
    Self, _FlagModifier
  > {
    Modified(self, _FlagModifier(shortcut == .defaultAction ? .defaultAction : []))
  }
}
