/// A modifier that adds texts to fields, or the reason that controls are disabled.
public struct _FieldNoteModifier: _PrimitiveModifier {
  @usableFromInline
  enum Kind { case help, unit, reason }

  @usableFromInline let kind: Kind
  @usableFromInline let text: String?

  @inlinable
  init(_ kind: Kind, _ text: String?) {
    self.kind = kind
    self.text = text
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    guard let text = modifier.text else { return Content._render(content, &renderer) }
    let outer = renderer.exchange(note: modifier.kind, text)
    // Content can change other flags, so remove only the flag that this modifier added.
    let added: Renderer.Flags = modifier.kind == .reason ? .disabled : []
    let isAdded = !added.isEmpty && renderer.flags.isDisjoint(with: .disabled)
    renderer.flags.formUnion(added)
    Content._render(content, &renderer)
    if isAdded { renderer.flags.subtract(added) }
    renderer.restore(note: modifier.kind, outer)
  }
}

extension Renderer {
  /// Sets one of the texts, and returns the previous texts.
  @usableFromInline
  mutating func exchange(note kind: _FieldNoteModifier.Kind, _ text: String) -> FieldNotes {
    let outer = state.notes
    switch kind {
    case .help: state.notes.help = text
    case .unit: state.notes.unit = text
    case .reason: state.notes.reason = FieldNotes.Reason(id: place, text: text)
    }
    return outer
  }

  /// Restores one of the texts.
  @usableFromInline
  mutating func restore(note kind: _FieldNoteModifier.Kind, _ outer: FieldNotes) {
    switch kind {
    case .help: state.notes.help = outer.help
    case .unit: state.notes.unit = outer.unit
    case .reason: state.notes.reason = outer.reason
    }
  }
}

extension View {
  /// Shows a help text below the field within this view, which also describes the field for assistive technology.
  ///
  /// ```swift
  /// TextField("IBAN", text: $store.iban)
  ///   .help("You find it on your bank card.")
  /// ```
  ///
  /// Attach it to the field itself, because it applies to all fields within the view.
  /// - Parameter text: The text, or `nil` for no text.
  @inlinable
  public consuming func help(_ text: LocalizedStringKey?) -> Modified<Self, _FieldNoteModifier> {
    help(text?.string)
  }

  /// Shows a help text below the field within this view, which also describes the field for assistive technology.
  ///
  /// Attach it to the field itself, because it applies to all fields within the view.
  /// - Parameter text: The text, or `nil` for no text.
  @inlinable
  @_disfavoredOverload
  public consuming func help(_ text: String?) -> Modified<Self, _FieldNoteModifier> {
    Modified(self, _FieldNoteModifier(.help, text))
  }

  /// Shows a unit after the field within this view, such as “kg”. Assistive technology reads it with the field.
  @inlinable
  public consuming func unit(_ unit: LocalizedStringKey?) -> Modified<Self, _FieldNoteModifier> {
    self.unit(unit?.string)
  }

  /// Shows a unit after the field within this view, such as “kg”. Assistive technology reads it with the field.
  @inlinable
  @_disfavoredOverload
  public consuming func unit(_ unit: String?) -> Modified<Self, _FieldNoteModifier> {
    Modified(self, _FieldNoteModifier(.unit, unit))
  }

  /// Hides the titles of the fields within this view. Assistive technology and tests still use them as names.
  @inlinable
  public consuming func labelsHidden() -> Modified<Self, _FlagModifier> {
    Modified(self, _FlagModifier(.labelsHidden))
  }

  /// Disables the controls within this view, and shows the reason.
  ///
  /// ```swift
  /// Button("Order") { store.send(.orderTapped) }
  ///   .disabled(reason: store.cart.isEmpty ? "Your cart is empty." : nil)
  /// ```
  ///
  /// The reason appears once, below the first field or after the first button within the view. It describes all of
  /// them for assistive technology.
  /// - Parameter reason: The reason, or `nil` if the controls are enabled.
  @inlinable
  public consuming func disabled(
    reason: LocalizedStringKey?
  ) -> Modified<Self, _FieldNoteModifier> {
    disabled(reason: reason?.string)
  }

  /// Disables the controls within this view, and shows the reason.
  ///
  /// The reason appears once, below the first field or after the first button within the view. It describes all of
  /// them for assistive technology.
  /// - Parameter reason: The reason, or `nil` if the controls are enabled.
  @inlinable
  @_disfavoredOverload
  public consuming func disabled(reason: String?) -> Modified<Self, _FieldNoteModifier> {
    Modified(self, _FieldNoteModifier(.reason, reason))
  }
}
