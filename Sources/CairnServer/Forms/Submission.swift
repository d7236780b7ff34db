import CairnDependencies
import CairnHTTP
import CairnSessions

/// The submission of a form. It identifies the form's page and contents.
///
/// Two POSTs are the same submission if their nonces and digests are equal.
package struct Submission: Hashable, Sendable {
  /// The nonce of the page's token. For a form that a script sent, it's derived from the session and the form's number.
  package let nonce: UInt128
  /// The time at which the token was issued, in microseconds since 1970.
  package let issued: UInt64
  /// The digest of the button and all fields.
  package let digest: SubmissionDigest

  package init(nonce: UInt128, issued: UInt64, digest: SubmissionDigest) {
    self.nonce = nonce
    self.issued = issued
    self.digest = digest
  }

  package static func == (submission: Self, other: Self) -> Bool {
    submission.nonce == other.nonce && submission.digest == other.digest
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(nonce)
    hasher.combine(digest)
  }
}

extension IdempotencyKey {
  /// Creates the key of a submission. Repetitions of the submission have the same key.
  init(_ submission: Submission) {
    let numbers = [submission.nonce, submission.digest.bits].map { String($0, radix: 36) }
    self.init(numbers.joined(separator: "-"))
  }
}

extension StoredSubmission {
  /// Creates the stored form of a submission.
  init(_ submission: Submission) {
    self.init(
      nonce: submission.nonce, digest: Digest(high: submission.digest.bits, low: 0),
      issued: submission.issued)
  }
}
