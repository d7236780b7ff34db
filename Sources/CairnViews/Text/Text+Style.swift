/// A size of the type scale, named as in SwiftUI.
public enum Font: Sendable {
  case title, headline, subheadline, body, caption, code
}

/// A colour by its part, which the style sheet gives its value.
public enum ForegroundStyle: Sendable {
  case primary, secondary, accent, destructive
}

extension Text {
  /// The text in a size of the type scale.
  public func font(_ font: Font) -> Text {
    switch font {
    case .title: adding(0)
    case .headline: adding(1)
    case .subheadline: adding(2)
    case .caption: adding(3)
    case .body: adding(7)
    case .code: adding(8)
    }
  }

  /// The text in a colour by its part.
  public func foregroundStyle(_ style: ForegroundStyle) -> Text {
    switch style {
    case .primary: self
    case .secondary: adding(4)
    case .destructive: adding(9)
    case .accent: adding(10)
    }
  }

  /// The text in bold letters.
  public func bold() -> Text { adding(5) }

  /// The text in italic letters.
  public func italic() -> Text { adding(6) }

  private func adding(_ bit: UInt16) -> Text {
    Text(content, style.union(TextStyle(rawValue: 1 << bit)))
  }
}
