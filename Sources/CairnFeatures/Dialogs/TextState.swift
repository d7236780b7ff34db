public import CairnTexts
public import CustomDump

/// A text in a state, such as the title of an alert or the label of a button.
public struct TextState: Hashable, Sendable, Codable {
  private let content: LocalizedStringKey

  /// The text as a string.
  ///
  /// A key of a string catalog is looked up when you read this property, so a dialog is in the language of each page
  /// that shows it.
  public var string: String { String(localized: content) }

  /// Creates a text from a string, which isn't looked up in a string catalog.
  @_disfavoredOverload
  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// Creates a text that's never localized or interpreted.
  public init(verbatim content: String) {
    self.content = LocalizedStringKey(verbatim: content)
  }

  /// Creates a text from a key of the application's string catalog, which is usually a literal.
  public init(_ key: LocalizedStringKey) {
    content = key
  }

  /// Returns the concatenation of two texts.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(verbatim: lhs.string + rhs.string)
  }

  public init(from decoder: any Decoder) throws {
    content = try LocalizedStringKey(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
  }
}

extension TextState: CustomStringConvertible {
  /// The text as a string.
  public var description: String { string }
}

extension TextState: ExpressibleByStringInterpolation {
  /// Creates a text from a literal, which is a key of the application's string catalog.
  public init(stringLiteral value: String) {
    content = LocalizedStringKey(stringLiteral: value)
  }

  /// Creates a text from a literal with values, which is a key of the application's string catalog.
  public init(stringInterpolation: LocalizedStringKey.StringInterpolation) {
    content = LocalizedStringKey(stringInterpolation: stringInterpolation)
  }
}

extension TextState: CustomDumpRepresentable {
  public var customDumpValue: Any { string }
}
