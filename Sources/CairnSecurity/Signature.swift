import CNettle
import CairnHTTP

/// HMAC-SHA256 (RFC 2104) truncated to its first 128 bits.
package enum Signature {
  /// The number of bytes of a signature.
  package static let length = 16

  /// Signs `data` and appends the signature to it.
  ///
  /// - Parameter prefix: Bytes that are signed in front of `data` and are not sent with it. Of one
  ///   length for all data of one key, or two pairs of prefix and data could be taken for each other.
  package static func append(
    to data: inout [UInt8], prefix: [UInt8] = [], key: ServerSecret.Key
  ) {
    let code = code(of: data[...], prefix: prefix, key: key)
    code.withUnsafeBytes { data.append(contentsOf: $0.prefix(length)) }
  }

  /// Splits `signed` into data and signature, and returns the data if the signature is right.
  package static func verify(
    _ signed: [UInt8], prefix: [UInt8] = [], key: ServerSecret.Key
  ) -> ArraySlice<UInt8>? {
    guard signed.count >= length else { return nil }
    let data = signed.dropLast(length)
    let code = code(of: data, prefix: prefix, key: key)
    let isEqual = code.withUnsafeBytes { expected in
      // How long it takes must not tell how much of a guess was right.
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
    // One update of joined bytes costs less than two.
    let signed = prefix + data
    signed.withUnsafeBytes { hmac.update($0) }
    return hmac.finalize()
  }
}
