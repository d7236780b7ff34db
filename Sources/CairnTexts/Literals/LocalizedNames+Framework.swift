extension LocalizedNames {
  /// The parameters of the framework's API that take keys. A test compares them with the declarations.
  static let framework = LocalizedNames(
    parameters: Set(
      first.map { Parameter(name: $0, position: .index(0)) }
        + labeled.map { Parameter(name: $0, position: .label($1)) }))

  /// The types and functions whose first argument without a label is a key.
  private static let first = [
    "Button", "ContentUnavailableView", "FileField", "Label", "LabeledContent", "Link",
    "LocalizedStringKey", "NavigationLink", "Picker", "ProgressView", "Section", "SecureField",
    "Stepper", "Tab", "Text", "TextEditor", "TextField", "TextState", "Toggle",
    "accessibilityHint", "accessibilityLabel", "alert", "backLink", "confirmationDialog",
    "navigationTitle", "tab", "validationMessage",
  ]

  /// The types with a label whose argument is a key.
  private static let labeled = [
    ("ContentUnavailableView", "description"), ("Image", "alt"), ("SecureField", "prompt"),
    ("String", "localized"), ("TextField", "prompt"),
  ]

  /// The types that are created with closures that return keys.
  static let dialogs: Set<String> = ["AlertState", "ButtonState", "ConfirmationDialogState"]
}
