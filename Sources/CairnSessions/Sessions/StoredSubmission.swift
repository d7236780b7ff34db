/// One coming of a form, by which its repeats are recognised, whichever server they reach.
///
/// Two POSTs are the same submission if nonce and digest are equal: the same page, the same button
/// and the same fields. A POST of the same page with other fields is other work.
public struct StoredSubmission: Hashable, Sendable {
  /// Names the page that the form was on: 16 bytes.
  public var nonce: UInt128
  /// The fingerprint of the button and of all fields.
  public var digest: Digest
  /// When the page was made. Only the order counts: of a session's submissions those of the
  /// earliest pages are forgotten first.
  public var issued: UInt64

  public init(nonce: UInt128, digest: Digest, issued: UInt64) {
    self.nonce = nonce
    self.digest = digest
    self.issued = issued
  }
}

extension StoredSubmission {
  /// A cryptographic digest of 32 bytes, such as SHA-256 gives.
  public struct Digest: Hashable, Sendable {
    package let high: UInt128
    package let low: UInt128

    package init(high: UInt128, low: UInt128) {
      self.high = high
      self.low = low
    }

    /// The digest of 32 bytes; nil for any other number of bytes.
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
  /// What a store knows of a submission.
  public enum Status: Hashable, Sendable {
    /// It was not answered: it can be worked on.
    case new
    /// It was answered so: it is a repeat.
    case answered(String)
    /// Its page is as old as one whose submissions were forgotten, so it may be a repeat: nothing
    /// is to be run.
    case forgotten
  }
}
