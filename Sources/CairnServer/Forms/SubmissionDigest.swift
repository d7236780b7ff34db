package import CairnHTTP

/// The digest of a form's button, fields, and files, in their order. For a form that a script sent, it only covers the
/// button and the number that the script assigned.
///
/// Two POSTs with the same nonce are the same submission if their digests are equal. A digest is the first 128 bits of
/// SHA-256. Finding another form that passes as a repetition is therefore infeasible.
package struct SubmissionDigest: Hashable, Sendable {
  package let bits: UInt128

  package init(bits: UInt128) {
    self.bits = bits
  }

  /// Creates the digest of `fields`, including the button's, and of `files`. The caller leaves out the token's field.
  package init(fields: some Sequence<(name: String, value: String)>, files: [HTTPFile] = []) {
    var hasher = SHA256()
    for field in fields {
      Self.add(field.name, to: &hasher)
      Self.add(field.value, to: &hasher)
    }
    for file in files {
      for text in [file.field, file.name, file.contentType] { Self.add(text, to: &hasher) }
      file.digest.withUnsafeBytes { hasher.update($0) }
    }
    bits = hasher.finalize().first128Bits
  }

  /// The length comes first, so that the boundary between two texts matters.
  private static func add(_ text: String, to hasher: inout SHA256) {
    withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { hasher.update($0) }
    var text = text
    text.withUTF8 { hasher.update(UnsafeRawBufferPointer($0)) }
  }
}
