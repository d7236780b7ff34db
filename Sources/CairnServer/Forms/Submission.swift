import CairnDependencies
import CairnHTTP
import CairnSessions

/// One coming of a form: which page it was on, and what it brought.
///
/// Two POSTs are the same submission if nonce and digest are equal.
package struct Submission: Hashable, Sendable {
  /// The nonce of the page's token; of a form that a script has sent, what stands for its number in its session.
  package let nonce: UInt128
  /// The time of issue of the token.
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
  /// The key of a submission, the same for its repeats.
  init(_ submission: Submission) {
    let numbers = [submission.nonce, submission.digest.bits].map { String($0, radix: 36) }
    self.init(numbers.joined(separator: "-"))
  }
}

extension StoredSubmission {
  /// A submission as a store knows it.
  init(_ submission: Submission) {
    self.init(
      nonce: submission.nonce, digest: Digest(high: submission.digest.bits, low: 0),
      issued: submission.issued)
  }
}
