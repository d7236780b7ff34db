/// What a test of models has to assert.
public struct Exhaustivity: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Every change of the state, of all models of the store.
  public static let state = Exhaustivity(rawValue: 1)
  /// Every event that a model sends.
  public static let events = Exhaustivity(rawValue: 2)
  /// The end of every task, those aside that a model began as it was activated.
  public static let tasks = Exhaustivity(rawValue: 4)

  /// Every value that comes and goes: between two assertions, no part of the state may change and come back, such as
  /// a flag that is true for a moment. Not a part of ``full``.
  public static let transitions = Exhaustivity(rawValue: 8)

  /// State, events, and tasks. The default.
  public static let full: Exhaustivity = [.state, .events, .tasks]
  /// Only what the test asserts.
  public static let off: Exhaustivity = []
}
