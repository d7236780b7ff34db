/// The appearance of buttons, which is a class in the style sheet.
public enum ButtonStyle: UInt8, Sendable {
  case automatic, plain, bordered, borderedProminent
}

/// The purpose of a button.
public enum ButtonRole: UInt8, Sendable {
  /// A button that deletes something permanently.
  case destructive
  /// A button that leaves without saving.
  case cancel
}
