import Cairn
import Foundation

/// The message after too many attempts.
enum WaitingMessage {
  static func text(until end: Date, now: Date) -> LocalizedStringKey {
    let seconds = max(1, Int(end.timeIntervalSince(now).rounded(.up)))
    if seconds < 60 { return "Too many attempts. Try again in \(seconds) seconds." }
    return "Too many attempts. Try again in \((seconds + 59) / 60) minutes."
  }
}
