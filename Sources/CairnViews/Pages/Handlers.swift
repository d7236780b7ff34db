/// What a button does when it is tapped.
package struct TapHandler {
  /// Whether the control is disabled, so that a tap has to be refused.
  package let isDisabled: Bool
  /// Whether the control leaves without keeping anything, so that it works beside a field that is
  /// not valid.
  package let isCancellation: Bool
  /// Whether the control leads back, and keeps what was typed.
  package let isWayBack: Bool
  /// Whether the control is the backdrop of a layer, which may be clicked by mistake.
  package var isBackdrop = false
  /// What the tap does.
  package let action: () -> Void
}

/// How a submitted field is written to what it is bound to.
package struct FieldHandler {
  /// Whether the control is disabled, so that its value has to be ignored.
  package let isDisabled: Bool
  /// Whether what is submitted is what a user reads in the field.
  package let isReadable: Bool
  /// Whether what is submitted is kept nowhere but in what the field is bound to: a password.
  package var isSecret = false
  /// What the field is submitted with now where nobody edits it; nil where a page is not to say.
  package let current: () -> String?
  /// Why what was submitted can not be written, whatever the field holds now; nil where it may be.
  package let objection: (String) -> String?
  /// Writes what was submitted.
  package let write: (String) -> FieldVerdict
}

/// What is done with the files that were chosen in a field.
package struct FileHandler {
  /// Whether the control is disabled, so that nothing is taken.
  package let isDisabled: Bool
  /// Takes the files.
  package let take: ([UploadedFile]) -> FieldVerdict
}

/// What came of writing a submitted value.
@usableFromInline
package enum FieldVerdict: Equatable, Sendable {
  /// The value was the same: nothing was written.
  case unchanged
  /// The value was written.
  case applied
  /// The value can not be one of this field, for the reason given; nothing was written.
  case refused(String)
}
