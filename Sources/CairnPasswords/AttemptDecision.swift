public import Foundation

/// Whether an attempt is allowed.
public enum AttemptDecision: Hashable, Sendable {
  /// The attempt was counted, and can be made.
  case allowed
  /// The attempt wasn't counted. Ask the user to try again at this time.
  case wait(until: Date)
}
