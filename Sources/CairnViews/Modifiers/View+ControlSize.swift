/// The size of buttons and fields, named as in SwiftUI.
///
/// The style sheet has fewer sizes than SwiftUI. `mini` looks like `small`, and `extraLarge` looks like `large`.
public enum ControlSize: Sendable, CaseIterable {
  /// A size that looks like ``small``.
  case mini
  /// The size of controls in dense pages. On touch screens, they're as high as regular controls.
  case small
  /// The default size.
  case regular
  /// The size of the most important controls.
  case large
  /// A size that looks like ``large``.
  case extraLarge

  /// The name of the class in the style sheet.
  @usableFromInline var className: StaticString {
    switch self {
    case .mini, .small: "control-small"
    case .regular: "control-regular"
    case .large, .extraLarge: "control-large"
    }
  }
}

extension View {
  /// Sets the size of the buttons and fields in the next element that the view writes, or of the control itself.
  @inlinable
  public consuming func controlSize(_ size: ControlSize) -> Modified<Self, _ClassModifier> {
    Modified(self, _ClassModifier(size.className))
  }
}
