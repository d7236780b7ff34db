extension ForegroundStyle {
  /// The name of the class in the style sheet for views other than texts.
  @usableFromInline var className: StaticString {
    switch self {
    case .primary: "ink-primary"
    case .secondary: "ink-secondary"
    case .accent: "ink-accent"
    case .destructive: "ink-destructive"
    }
  }
}

extension View {
  /// Sets the color of the next element that the view writes, and of the texts in it that have no color of their own.
  ///
  /// Unlike ``Text/foregroundStyle(_:)``, it doesn't change the size of a text.
  @inlinable
  public consuming func foregroundStyle(
    _ style: ForegroundStyle
  ) -> Modified<Self, _ClassModifier> {
    Modified(self, _ClassModifier(style.className))
  }
}
