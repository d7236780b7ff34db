/// The kinds of events that a test of models must assert.
public struct Exhaustivity: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Every change of the state, for all models of the store.
  public static let state = Exhaustivity(rawValue: 1)
  /// Every event that a model sends.
  public static let events = Exhaustivity(rawValue: 2)
  /// The end of every task, except for tasks that a model starts in `onActivate()`.
  public static let tasks = Exhaustivity(rawValue: 4)

  /// Every temporary value.
  ///
  /// Between two assertions, a part of the state must not change and change back, such as a flag that is true
  /// for a moment. This option isn't included in ``full``.
  public static let transitions = Exhaustivity(rawValue: 8)

  /// State, events, and tasks. This is the default.
  public static let full: Exhaustivity = [.state, .events, .tasks]
  /// Only the assertions of the test.
  public static let off: Exhaustivity = []
}
