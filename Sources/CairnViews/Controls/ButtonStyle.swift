/// The appearance of buttons, which is a class in the style sheet.
public enum ButtonStyle: UInt8, Sendable {
  /// The default appearance, which depends on the context.
  case automatic
  /// A button without a background or a border.
  case plain
  /// A button with a border and without a background.
  case bordered
  /// A button in the accent color.
  case borderedProminent
}

/// The purpose of a button.
public enum ButtonRole: UInt8, Sendable {
  /// A button that deletes something permanently.
  case destructive
  /// A button that leaves without saving.
  case cancel
}
