public import CustomDump

/// A text in a state, such as the title of an alert or the label of a button.
public struct TextState: Hashable, Sendable, Codable {
  /// The text as a string.
  public let string: String

  /// Creates a text from a string.
  @_disfavoredOverload
  public init(_ content: some StringProtocol) {
    string = String(content)
  }

  /// Creates a text that's never localized or interpreted.
  public init(verbatim content: String) {
    string = content
  }

  /// Creates a text from a string, which can contain interpolations.
  public init(_ content: String) {
    string = content
  }

  /// Returns the concatenation of two texts.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(verbatim: lhs.string + rhs.string)
  }

  public init(from decoder: any Decoder) throws {
    string = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}

extension TextState: CustomStringConvertible {
  /// The text as a string.
  public var description: String { string }
}

extension TextState: ExpressibleByStringInterpolation {
  /// Creates a text from a string literal.
  public init(stringLiteral value: String) {
    string = value
  }
}

extension TextState: CustomDumpRepresentable {
  public var customDumpValue: Any { string }
}
