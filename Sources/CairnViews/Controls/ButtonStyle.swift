/// The appearance of buttons, which is a class in the style sheet.
public enum ButtonStyle: UInt8, Sendable {
  /// The default appearance, which depends on the context.
  case automatic
  /// A button that looks like its label.
  case plain
  /// A button with a border.
  case bordered
  /// A button with a prominent background.
  case borderedProminent
}

/// The purpose of a button.
public enum ButtonRole: UInt8, Sendable {
  /// A button that deletes something permanently.
  case destructive
  /// A button that leaves without saving.
  case cancel
}
