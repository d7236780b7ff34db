package import CairnHTTP

/// A fingerprint of what a form brought: the button, all fields and all files, in their order; of one that a script has
/// sent, the button and the number that the script has given it.
///
/// Two POSTs with one nonce are the same submission if their digests are equal: 128 bits of
/// SHA-256, so nobody can make two different ones that pass for a repeat.
package struct SubmissionDigest: Hashable, Sendable {
  package let bits: UInt128

  package init(bits: UInt128) {
    self.bits = bits
  }

  /// The digest of `fields`, the button's among them, and of `files`. The token's field is left out by the caller.
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

  /// The length goes first, so that the border between two texts counts.
  private static func add(_ text: String, to hasher: inout SHA256) {
    withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { hasher.update($0) }
    var text = text
    text.withUTF8 { hasher.update(UnsafeRawBufferPointer($0)) }
  }
}
