public import CairnTexts

/// The handler of a button.
package struct TapHandler {
  /// Whether the control is disabled, so that a tap must be rejected.
  package let isDisabled: Bool
  /// Whether the button leaves without saving, so that it works even if a field is invalid.
  package let isCancellation: Bool
  /// Whether the button goes back, and the typed text is kept.
  package let isWayBack: Bool
  /// Whether the button is the backdrop of a layer, which users can click accidentally.
  package var isBackdrop = false
  /// Runs the action of the button.
  package let action: () -> Void
}

/// The handler that writes a submitted field to its binding.
package struct FieldHandler {
  /// Whether the control is disabled, so that its value must be ignored.
  package let isDisabled: Bool
  /// Whether the submitted value is the text that the user sees in the field.
  package let isReadable: Bool
  /// Whether the submitted value is a password, which is kept only in the field's bound value.
  package var isSecret = false
  /// Returns the value that the field would submit now without edits, or `nil` for a value that must not be in a
  /// page.
  package let current: () -> String?
  /// Returns the reason that a submitted value can't be written, regardless of the field's current value, or `nil` if
  /// there is no objection.
  package let objection: (String) -> UserText?
  /// Writes the submitted value.
  package let write: (String) -> FieldVerdict
}

/// The handler of a file field.
package struct FileHandler {
  /// Whether the control is disabled, so that files must be ignored.
  package let isDisabled: Bool
  /// Passes the files to the field's closure.
  package let take: ([UploadedFile]) -> FieldVerdict
}

/// The result of writing a submitted value.
@usableFromInline
package enum FieldVerdict: Equatable, Sendable {
  /// The value is unchanged, so it wasn't written.
  case unchanged
  /// The value was written.
  case applied
  /// The value isn't valid for this field, for the given reason, and wasn't written.
  case refused(UserText)
}
