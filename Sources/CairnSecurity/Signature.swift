import CNettle
import CairnHTTP

/// HMAC-SHA256 (RFC 2104) truncated to its first 128 bits.
package enum Signature {
  /// The number of bytes of a signature.
  package static let length = 16

  /// Signs `data` and appends the signature to it.
  ///
  /// - Parameter prefix: Bytes that are signed in front of `data`, and that aren't sent with it. For each key, all
  ///   prefixes must have the same length. Otherwise, two pairs of prefix and data could be confused.
  package static func append(
    to data: inout [UInt8], prefix: [UInt8] = [], key: ServerSecret.Key
  ) {
    let code = code(of: data[...], prefix: prefix, key.keyed)
    code.withUnsafeBytes { data.append(contentsOf: $0.prefix(length)) }
  }

  /// Splits `signed` into data and signature, and returns the data if the signature is valid. Any secret of the key may
  /// have signed it.
  package static func verify(
    _ signed: [UInt8], prefix: [UInt8] = [], key: ServerSecret.Key
  ) -> ArraySlice<UInt8>? {
    guard signed.count >= length else { return nil }
    guard
      isValid(signed, prefix: prefix, key.keyed)
        || key.others.contains(where: { isValid(signed, prefix: prefix, $0) })
    else { return nil }
    return signed.dropLast(length)
  }

  /// Returns whether `signed`, which is at least as long as a signature, ends with the right one.
  private static func isValid(_ signed: [UInt8], prefix: [UInt8], _ keyed: HMACSHA256) -> Bool {
    let code = code(of: signed.dropLast(length), prefix: prefix, keyed)
    return code.withUnsafeBytes { expected in
      // The comparison takes constant time, so that its duration doesn't reveal how much of a guess was right.
      signed.suffix(length).withUnsafeBytes { given in
        nettle_memeql_sec(expected.baseAddress, given.baseAddress, length) != 0
      }
    }
  }

  private static func code(
    of data: ArraySlice<UInt8>, prefix: [UInt8], _ keyed: HMACSHA256
  ) -> SHA256.Digest {
    var hmac = keyed
    // A single update of the joined bytes is faster than two updates.
    let signed = prefix + data
    signed.withUnsafeBytes { hmac.update($0) }
    return hmac.finalize()
  }
}
