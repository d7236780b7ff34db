/// The appearance that a user prefers.
public enum ColorScheme: String, CaseIterable, Codable, Hashable, Sendable {
  /// Dark text on a light background.
  case light
  /// Light text on a dark background.
  case dark
}
