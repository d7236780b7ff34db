/// Tasks sleep on a clock that was expected to have none.
public struct SuspensionError: Error, Hashable, CustomStringConvertible {
  /// When they would wake, as distances from the clock's beginning.
  public let deadlines: [String]

  public var description: String {
    "There are sleepers on the clock, until \(deadlines.joined(separator: ", "))."
  }
}
