/// A size of the type scale, named as in SwiftUI, or a monospaced font for code.
///
/// The style sheet has fewer sizes than SwiftUI:
///
/// - `title2` looks like `title`.
/// - `title3` looks like `headline`.
/// - `callout` looks like `body`.
/// - `footnote` and `caption2` look like `caption`.
public enum Font: Sendable {
  case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption,
    caption2, code

  /// The name of the class in the style sheet.
  @usableFromInline var className: StaticString {
    switch self {
    case .largeTitle: "large-title"
    case .title, .title2: "title"
    case .title3, .headline: "headline"
    case .subheadline: "subheadline"
    case .body, .callout: "body"
    case .footnote, .caption, .caption2: "caption"
    case .code: "code"
    }
  }
}

/// A color that's named by its role, and defined by the style sheet.
public enum ForegroundStyle: Sendable {
  case primary, secondary, accent, destructive
}

extension Text {
  /// Returns the text in a size of the type scale.
  public func font(_ font: Font) -> Text {
    switch font {
    case .title, .title2: adding(0)
    case .headline, .title3: adding(1)
    case .subheadline: adding(2)
    case .caption, .caption2, .footnote: adding(3)
    case .body, .callout: adding(7)
    case .code: adding(8)
    case .largeTitle: adding(11)
    }
  }

  /// Returns the text in a color for a role.
  public func foregroundStyle(_ style: ForegroundStyle) -> Text {
    switch style {
    case .primary: self
    case .secondary: adding(4)
    case .destructive: adding(9)
    case .accent: adding(10)
    }
  }

  /// Returns the text in bold.
  public func bold() -> Text { adding(5) }

  /// Returns the text in italics.
  public func italic() -> Text { adding(6) }

  private func adding(_ bit: UInt16) -> Text {
    Text(content, style.union(TextStyle(rawValue: 1 << bit)))
  }
}

extension View {
  /// Sets the text size of the next element that the view writes.
  @inlinable
  public consuming func font(_ font: Font) -> Modified<Self, _ClassModifier> {
    Modified(self, _ClassModifier(font.className))
  }
}
