/// A size of the type scale, named as in SwiftUI, or a monospaced font for code.
///
/// The style sheet has fewer sizes than SwiftUI:
///
/// - `title2` looks like `title`.
/// - `title3` looks like `headline`.
/// - `callout` looks like `body`.
/// - `footnote` and `caption2` look like `caption`.
public enum Font: Sendable {
  /// The size of large titles.
  case largeTitle
  /// The size of titles.
  case title
  /// A size that looks like ``title``.
  case title2
  /// A size that looks like ``headline``.
  case title3
  /// The size of headings.
  case headline
  /// The size of subheadings.
  case subheadline
  /// The size of running text.
  case body
  /// A size that looks like ``body``.
  case callout
  /// A size that looks like ``caption``.
  case footnote
  /// The size of captions.
  case caption
  /// A size that looks like ``caption``.
  case caption2
  /// A monospaced font.
  case code

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
  /// The color of primary content.
  case primary
  /// The color of less important content.
  case secondary
  /// The accent color, as for links.
  case accent
  /// The color of destructive actions.
  case destructive
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
