/// A submission of a form, which lets any server recognize repeated requests.
///
/// Two POST requests are the same submission if their nonces and digests are equal. They then have the same page,
/// button, and fields. A POST from the same page with other fields is a different submission.
public struct StoredSubmission: Hashable, Sendable {
  /// The 16 bytes that identify the page with the form.
  public var nonce: UInt128
  /// The digest of the button and all fields.
  public var digest: Digest
  /// When the page was issued. Only the order matters. Submissions of a session's earliest pages are forgotten first.
  public var issued: UInt64

  /// Creates a submission.
  public init(nonce: UInt128, digest: Digest, issued: UInt64) {
    self.nonce = nonce
    self.digest = digest
    self.issued = issued
  }
}

extension StoredSubmission {
  /// A cryptographic digest of 32 bytes, such as SHA-256.
  public struct Digest: Hashable, Sendable {
    package let high: UInt128
    package let low: UInt128

    package init(high: UInt128, low: UInt128) {
      self.high = high
      self.low = low
    }

    /// Creates a digest from 32 bytes, or returns `nil` for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
      guard let high = UInt128(bigEndianBytes: bytes.prefix(16)),
        let low = UInt128(bigEndianBytes: bytes.dropFirst(16))
      else { return nil }
      self.high = high
      self.low = low
    }

    /// The 32 bytes.
    public var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
  }
}

extension StoredSubmission {
  /// The status of a submission in a store.
  public enum Status: Hashable, Sendable {
    /// The submission hasn't been answered, so it can be processed.
    case new
    /// The submission was answered with this text, so the request is a repeat.
    case answered(String)
    /// The page isn't newer than a forgotten submission. The request may be a repeat, so it must not be processed.
    case forgotten
  }
}
