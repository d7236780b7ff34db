import CNettle

/// An incremental SHA-256 hash (FIPS 180-4), implemented by Nettle.
package struct SHA256 {
  /// The 32 bytes of a digest or an authentication code.
  package struct Digest {
    fileprivate var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    package init(_ write: (UnsafeMutablePointer<UInt8>) -> Void) {
      withUnsafeMutableBytes(of: &words) { bytes in
        bytes.withMemoryRebound(to: UInt8.self) { bytes in
          if let address = bytes.baseAddress { write(address) }
        }
      }
    }

    package func withUnsafeBytes<Result>(
      _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
      try Swift.withUnsafeBytes(of: words, body)
    }

    /// All 32 bytes.
    package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// The first 16 bytes as a big-endian number.
    package var first128Bits: UInt128 {
      UInt128(words.0.bigEndian) << 64 | UInt128(words.1.bigEndian)
    }

    /// The first 8 bytes as a big-endian number.
    package var first64Bits: UInt64 { words.0.bigEndian }
  }

  private var context = sha256_ctx()

  package init() {
    nettle_sha256_init(&context)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    nettle_sha256_update(
      &context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
  }

  package consuming func finalize() -> Digest {
    Digest { cairn_sha256_digest(&context, $0) }
  }
}
