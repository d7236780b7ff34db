/// A text that must not be stored or displayed, such as a password.
///
/// A `SecureField` writes the typed text to a secret. The text is kept only in memory. A secret is encoded as an empty
/// text, and decoded as an empty secret. Descriptions, dumps, and differences don't contain the text. A state with a
/// secret can therefore be `Codable` and stored after each change. After a restart, the secret is empty, and the user
/// types it again.
///
/// ```swift
/// @ObservableState
/// struct State: Codable, Equatable {
///   var name = ""
///   var password = Secret()
/// }
/// ```
/// Only ``reveal()`` and ``withText(_:)`` return the text. Call them where you need it, such as in the function that
/// checks a password, and don't keep the result in a state. Set the property to `Secret()` when you no longer need it.
public struct Secret: Sendable {
  private let text: String

  /// Creates a secret with a text.
  public init(_ text: String = "") { self.text = text }

  /// Whether the text is empty.
  public var isEmpty: Bool { text.isEmpty }

  /// Returns the text.
  public func reveal() -> String { text }

  /// Calls a closure with the text, and returns its result.
  public func withText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(text)
  }
}

extension Secret: Hashable {
  /// Returns whether both texts have the same bytes.
  public static func == (secret: Self, other: Self) -> Bool {
    secret.text.utf8.elementsEqual(other.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

extension Secret: Codable {
  /// Decodes an empty secret, and ignores the stored value.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Encodes an empty text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("")
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A description without the text.
  public var description: String { isEmpty ? "Secret()" : "Secret(•••)" }

  /// A description without the text.
  public var debugDescription: String { description }

  /// A mirror without the text.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
