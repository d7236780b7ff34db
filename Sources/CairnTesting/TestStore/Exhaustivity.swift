/// The amount of a feature's behavior that a test must assert.
public enum Exhaustivity: Equatable, Sendable {
  /// The test must assert every state change, every received action, and the end of every effect.
  case on
  /// The test can leave out assertions. With `showSkippedAssertions`, they're printed without failing the test.
  case off(showSkippedAssertions: Bool)

  /// The test can leave out assertions, and they aren't printed.
  public static let off = Self.off(showSkippedAssertions: false)
}
