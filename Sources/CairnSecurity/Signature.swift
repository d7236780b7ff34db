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
    let code = code(of: data[...], prefix: prefix, key: key)
    code.withUnsafeBytes { data.append(contentsOf: $0.prefix(length)) }
  }

  /// Splits `signed` into data and signature, and returns the data if the signature is valid.
  package static func verify(
    _ signed: [UInt8], prefix: [UInt8] = [], key: ServerSecret.Key
  ) -> ArraySlice<UInt8>? {
    guard signed.count >= length else { return nil }
    let data = signed.dropLast(length)
    let code = code(of: data, prefix: prefix, key: key)
    let isEqual = code.withUnsafeBytes { expected in
      // The comparison takes constant time, so that its duration doesn't reveal how much of a guess was right.
      signed.suffix(length).withUnsafeBytes { given in
        nettle_memeql_sec(expected.baseAddress, given.baseAddress, length) != 0
      }
    }
    return isEqual ? data : nil
  }

  private static func code(
    of data: ArraySlice<UInt8>, prefix: [UInt8], key: ServerSecret.Key
  ) -> SHA256.Digest {
    var hmac = key.keyed
    // A single update of the joined bytes is faster than two updates.
    let signed = prefix + data
    signed.withUnsafeBytes { hmac.update($0) }
    return hmac.finalize()
  }
}
