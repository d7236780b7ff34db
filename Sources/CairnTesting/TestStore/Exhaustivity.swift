/// How much of what a feature does a test has to assert.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change of state, every received action, the end of every effect.
  case on
  /// Only what the test asserts. With `showSkippedAssertions` all that was skipped is printed, and does
  /// not fail.
  case off(showSkippedAssertions: Bool)

  /// Only what the test asserts, silently.
  public static let off = Self.off(showSkippedAssertions: false)
}
