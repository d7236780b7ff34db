import CairnSecurity
import CairnSessions

/// Makes the names that sessions have after they were given another ID.
///
/// A name is derived from the one before, the submission that asks for it, and the time. If the answer with the new cookie is
/// lost, the browser repeats the submission with the old cookie. From these, any server of the installation derives the new name,
/// even after a restart. Without the secret, nobody can.
struct RenewedNames: Sendable {
  /// For how long a name is found, in microseconds: at least this, and at most twice as long.
  private static let period: Int64 = 60_000_000

  private let key: ServerSecret.Key
  private let now: @Sendable () -> SessionTime

  init(secret: ServerSecret, now: @escaping @Sendable () -> SessionTime) {
    key = secret.key(for: .renewal)
    self.now = now
  }

  /// Returns the name that a session gets.
  /// - Parameter submission: The submission that asks for it. If it's `nil`, the name can't be found again.
  func next(after name: SessionName, with submission: Submission?) -> SessionName {
    guard let submission else { return name.renewed(as: .random()) }
    return self.name(after: name, with: submission, in: period)
  }

  /// Returns the names that a session may have got with a submission a moment ago, the latest first. The clock of the server
  /// that has renewed it may be ahead of this one's.
  func recent(after name: SessionName, with submission: Submission) -> [SessionName] {
    [0, -1, 1].map { self.name(after: name, with: submission, in: period + $0) }
  }

  /// The number of the current period.
  private var period: Int64 { now().microsecondsSince1970 / Self.period }

  private func name(
    after name: SessionName, with submission: Submission, in period: Int64
  ) -> SessionName {
    // Each part has a fixed length, so that no two lists of parts are the same bytes.
    var bytes = name.id.bytes
    for part in [submission.nonce, submission.digest.bits] {
      withUnsafeBytes(of: part.bigEndian) { bytes.append(contentsOf: $0) }
    }
    withUnsafeBytes(of: period.bigEndian) { bytes.append(contentsOf: $0) }
    Signature.append(to: &bytes, key: key)
    return SessionID(bytes: bytes.suffix(SessionID.length)).map(name.renewed) ?? .random()
  }
}
