import CairnSecurity
import CairnSessions

/// Creates the names of renewed sessions.
///
/// A name is derived from the previous one, the submission that requests it, and the time. If the response with the new
/// cookie is lost, the browser repeats the submission with the old cookie. Any server of the installation can then
/// derive the new name, even after a restart. The derivation needs the secret. If there are several, the other server
/// may have used any of them.
struct RenewedNames: Sendable {
  /// The period in microseconds for which a name can be found. The actual time is between one and two periods.
  private static let period: Int64 = 60_000_000

  /// The key of each secret, with the one that signs first.
  private let keys: [ServerSecret.Key]
  private let now: @Sendable () -> SessionTime

  init(secret: ServerSecret, now: @escaping @Sendable () -> SessionTime) {
    keys = secret.key(for: .renewal).single
    self.now = now
  }

  /// Returns the new name of a session.
  /// - Parameter submission: The submission that requests the name. If it's `nil`, the name can't be found again.
  func next(after name: SessionName, with submission: Submission?) -> SessionName {
    guard let submission else { return name.renewed(as: .random()) }
    return self.name(after: name, with: submission, in: period, keys[0])
  }

  /// Returns the names that a session may have received with a recent submission, in the order of their likelihood. The
  /// clock of the server that renewed the session may be ahead of this server's clock.
  func recent(after name: SessionName, with submission: Submission) -> [SessionName] {
    let current = period
    return [current, current - 1, current + 1].flatMap { period in
      keys.map { self.name(after: name, with: submission, in: period, $0) }
    }
  }

  /// The number of the current period.
  private var period: Int64 { now().microsecondsSince1970 / Self.period }

  private func name(
    after name: SessionName, with submission: Submission, in period: Int64,
    _ key: ServerSecret.Key
  ) -> SessionName {
    // Each part has a fixed length, so that different parts always result in different bytes.
    var bytes = name.id.bytes
    for part in [submission.nonce, submission.digest.bits] {
      withUnsafeBytes(of: part.bigEndian) { bytes.append(contentsOf: $0) }
    }
    withUnsafeBytes(of: period.bigEndian) { bytes.append(contentsOf: $0) }
    Signature.append(to: &bytes, key: key)
    return SessionID(bytes: bytes.suffix(SessionID.length)).map(name.renewed) ?? .random()
  }
}
