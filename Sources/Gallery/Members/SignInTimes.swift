import Foundation

/// How long members stay signed in.
///
/// The server must keep sessions for at least as long. See `--session-idle`.
struct SignInTimes: Equatable, Sendable {
  /// The limits of a sign-in.
  struct Limits: Equatable, Sendable {
    /// The time without a submission after which the member must sign in again.
    var idle: Duration
    /// The time after which the member must sign in again, even without a pause.
    var lifetime: Duration

    /// Returns whether a sign-in hasn't ended yet.
    func allow(start: Date, lastUse: Date, at now: Date) -> Bool {
      now.timeIntervalSince(start) < lifetime / .seconds(1)
        && now.timeIntervalSince(lastUse) < idle / .seconds(1)
    }
  }

  var usual = Limits(idle: .seconds(30 * 60), lifetime: .seconds(12 * 60 * 60))
  /// The limits if the member has chosen to stay signed in.
  var remembered = Limits(
    idle: .seconds(14 * 24 * 60 * 60), lifetime: .seconds(30 * 24 * 60 * 60))

  /// The time after which the member must enter the password again to change the account.
  var confirmation = Duration.seconds(10 * 60)

  /// The longest time for which the server must keep a session.
  var longestIdle: Duration { max(usual.idle, remembered.idle) }

  var longestLifetime: Duration { max(usual.lifetime, remembered.lifetime) }

  func limits(isRemembered: Bool) -> Limits { isRemembered ? remembered : usual }
}
