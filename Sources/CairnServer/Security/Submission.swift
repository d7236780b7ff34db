/// One coming of a form: which page it was on, and what it brought.
///
/// Two POSTs are the same submission if all three are equal.
package struct Submission: Hashable, Sendable {
  /// The nonce of the page's token.
  package let nonce: UInt128
  /// The time of issue of the same token.
  package let issued: UInt64
  /// The digest of the button and all fields.
  package let digest: SubmissionDigest

  package init(nonce: UInt128, issued: UInt64, digest: SubmissionDigest) {
    self.nonce = nonce
    self.issued = issued
    self.digest = digest
  }

  package init(token: PageToken, digest: SubmissionDigest) {
    self.init(nonce: token.nonce, issued: token.issued, digest: digest)
  }
}
