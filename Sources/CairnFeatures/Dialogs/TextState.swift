public import CustomDump

/// A text that state can hold: what an alert says, the label of its button.
public struct TextState: Hashable, Sendable, Codable {
  /// The characters.
  public let string: String

  /// A text.
  @_disfavoredOverload
  public init(_ content: some StringProtocol) {
    string = String(content)
  }

  /// A text that is never looked up or interpreted.
  public init(verbatim content: String) {
    string = content
  }

  /// A text with values in it.
  public init(_ content: String) {
    string = content
  }

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
  public var description: String { string }
}

extension TextState: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {
    string = value
  }
}

extension TextState: CustomDumpRepresentable {
  public var customDumpValue: Any { string }
}
