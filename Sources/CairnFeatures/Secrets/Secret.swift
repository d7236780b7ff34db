/// A text that is kept in memory only, such as a password.
///
/// Bind a `SecureField` to it. Its text is never stored, logged, or recorded: a secret is encoded as an
/// empty text, and dumps of it don't contain the text. So a state with a secret can be `Codable` and stored
/// after each change. After a restart the secret is empty, and the user types it again.
///
/// ```swift
/// @ObservableState
/// struct State: Codable, Equatable {
///   var name = ""
///   var password = Secret()
/// }
/// ```
/// Read ``text`` only where you hand it over, such as to the function that checks a password. Set the
/// property to `Secret()` once you no longer need it.
public struct Secret: Sendable {
  /// The text itself.
  public var text: String

  /// A secret with a text, empty by default.
  public init(_ text: String = "") { self.text = text }

  /// Whether there is no text.
  public var isEmpty: Bool { text.isEmpty }
}

extension Secret: Hashable {
  /// Whether both texts have the same bytes.
  public static func == (secret: Self, other: Self) -> Bool {
    secret.text.utf8.elementsEqual(other.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

extension Secret: Codable {
  /// Reads an empty secret, whatever was stored.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Writes an empty text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("")
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { isEmpty ? "Secret()" : "Secret(•••)" }

  public var debugDescription: String { description }

  /// A mirror without the text.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
