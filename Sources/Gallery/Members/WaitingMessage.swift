import Cairn
import Foundation

/// The message after too many attempts.
enum WaitingMessage {
  static func text(until end: Date, now: Date) -> LocalizedStringKey {
    let interval = end.timeIntervalSince(now)
    let seconds = max(1, Int(interval.rounded(.up)))
    if interval < 60 { return "Too many attempts. Try again in \(seconds) seconds." }
    return "Too many attempts. Try again in \((seconds + 59) / 60) minutes."
  }
}
