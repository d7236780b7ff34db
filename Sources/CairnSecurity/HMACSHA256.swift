import CNettle
package import CairnHTTP

/// Incremental HMAC-SHA256 (RFC 2104), using nettle.
///
/// If you need the same key repeatedly, copy a value that has the key and no data. That saves hashing two blocks.
package struct HMACSHA256: Sendable {
  private var context = hmac_sha256_ctx()

  package init(key: [UInt8]) {
    nettle_hmac_sha256_set_key(&context, key.count, key)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    nettle_hmac_sha256_update(
      &context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
  }

  package consuming func finalize() -> SHA256.Digest {
    SHA256.Digest { cairn_hmac_sha256_digest(&context, $0) }
  }

  /// Returns the code of `data` with `key`.
  package static func code(of data: [UInt8], key: [UInt8]) -> SHA256.Digest {
    var hmac = HMACSHA256(key: key)
    data.withUnsafeBytes { hmac.update($0) }
    return hmac.finalize()
  }

  /// Returns whether `code` is the code of `data` with `key`. The time doesn't depend on the number of equal bytes.
  package static func isValid(_ code: [UInt8], of data: [UInt8], key: [UInt8]) -> Bool {
    Self.code(of: data, key: key).withUnsafeBytes { expected in
      code.withUnsafeBytes { given in
        expected.count == given.count
          && nettle_memeql_sec(expected.baseAddress, given.baseAddress, given.count) != 0
      }
    }
  }
}
