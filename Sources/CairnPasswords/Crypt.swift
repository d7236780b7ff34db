import CCrypt
import CairnFeatures
import Glibc

/// The functions of libxcrypt.
///
/// See crypt(3), crypt_gensalt(3), and crypt(5) in its manual.
enum Crypt {
  /// The prefix of yescrypt hashes.
  static let yescrypt = "$y$"

  /// The prefixes of the hashes that can be verified.
  private static let prefixes = [yescrypt, "$2a$", "$2b$", "$2y$", "$6$"]

  /// Returns whether a hash was made with a supported algorithm.
  static func isSupported(_ hash: String) -> Bool { prefixes.contains(where: hash.hasPrefix) }

  /// Returns the algorithm, the cost, and a new salt, for hashing a password.
  static func setting(cost: Int) throws(PasswordError) -> String {
    // Without random bytes, libxcrypt gets them from the operating system.
    guard let setting = crypt_gensalt_ra(yescrypt, UInt(cost), nil, 0) else {
      throw .failed(errno: errno)
    }
    defer { free(setting) }
    return String(cString: setting)
  }

  /// Hashes a password that contains no U+0000.
  /// - Parameter setting: A setting, or a hash that was made with it.
  static func hash(_ secret: Secret, setting: String) throws(PasswordError) -> String {
    try secret.withText { text throws(PasswordError) in
      // libxcrypt allocates this memory, and erases the password in it.
      var data: UnsafeMutableRawPointer?
      var size: Int32 = 0
      defer { free(data) }
      guard let hash = crypt_ra(text, setting, &data, &size) else {
        let number = errno
        throw number == EINVAL ? .unsupportedHash : .failed(errno: number)
      }
      return String(cString: hash)
    }
  }

  /// Returns whether a password has a hash.
  static func matches(_ secret: Secret, hash: String) throws(PasswordError) -> Bool {
    let computed = Array(try Self.hash(secret, setting: hash).utf8)
    let stored = Array(hash.utf8)
    // All hashes with the same setting have the same length, so the stored one is incomplete.
    guard computed.count == stored.count else { throw .unsupportedHash }
    // Compares all bytes, so the time doesn't depend on the number of equal bytes.
    return zip(computed, stored).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
