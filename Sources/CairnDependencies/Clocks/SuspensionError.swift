/// An error that's thrown if tasks unexpectedly sleep on a clock.
public struct SuspensionError: Error, Hashable, CustomStringConvertible {
  /// The deadlines of the sleeping tasks, as distances from the clock's beginning.
  public let deadlines: [String]

  /// A description with the deadlines.
  public var description: String {
    "Tasks are still sleeping on the clock, until \(deadlines.joined(separator: ", "))."
  }
}
