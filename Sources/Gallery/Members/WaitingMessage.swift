import Foundation

/// The message after too many attempts.
enum WaitingMessage {
  static func text(until end: Date, now: Date) -> String {
    "Too many attempts. Try again in \(time(end.timeIntervalSince(now)))."
  }

  private static func time(_ seconds: TimeInterval) -> String {
    if seconds <= 1 { return "1 second" }
    if seconds < 60 { return "\(Int(seconds.rounded(.up))) seconds" }
    let minutes = Int((seconds / 60).rounded(.up))
    return minutes == 1 ? "1 minute" : "\(minutes) minutes"
  }
}
