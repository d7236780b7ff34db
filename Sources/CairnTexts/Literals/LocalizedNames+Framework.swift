extension LocalizedNames {
  /// The parameters of the framework's API that take keys. A test compares them with the declarations.
  static let framework = LocalizedNames(
    parameters: Set(
      first.map { Parameter(name: $0, position: .index(0)) }
        + labeled.map { Parameter(name: $0, position: .label($1)) }
        + [Parameter(name: "require", position: .index(2))]))

  /// The types and functions whose first argument without a label is a key.
  private static let first = [
    "Button", "ColorPicker", "ContentUnavailableView", "DatePicker", "DisclosureGroup", "FileField",
    "Label", "LabeledContent", "Link", "LocalizedStringKey", "Menu", "NavigationLink", "Picker",
    "ProgressView", "Section", "SecureField", "Stepper", "Tab", "TableColumn", "Text", "TextEditor",
    "TextField", "TextState", "Toggle", "accessibilityHint", "accessibilityLabel", "alert",
    "backLink", "badge", "confirmationDialog", "flash", "help", "navigationTitle",
    "pageDescription", "tab",
    "unit", "validationMessage", "value",
  ]

  /// The types with a label whose argument is a key.
  private static let labeled = [
    ("Chart", "caption"), ("ContentUnavailableView", "description"), ("Image", "alt"),
    ("SecureField", "prompt"), ("String", "localized"), ("Table", "caption"),
    ("TextEditor", "prompt"), ("TextField", "prompt"), ("disabled", "reason"),
    ("searchable", "prompt"),
  ]

  /// The types that are created with closures that return keys.
  static let dialogs: Set<String> = ["AlertState", "ButtonState", "ConfirmationDialogState"]
}
