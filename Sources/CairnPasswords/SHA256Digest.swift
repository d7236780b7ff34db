import CNettle

/// SHA-256 (FIPS 180-4), implemented by Nettle.
enum SHA256Digest {
  /// Returns the 32 bytes of a text's digest.
  static func bytes(of text: String) -> [UInt8] {
    var text = text
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    text.withUTF8 { nettle_sha256_update(&context, $0.count, $0.baseAddress) }
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    cairn_sha256_digest(&context, &digest)
    return digest
  }

  /// Returns a text's digest as 64 hexadecimal digits.
  static func hex(of text: String) -> String { Self.hex(bytes(of: text)) }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
