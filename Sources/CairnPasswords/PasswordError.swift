/// The reason why a password couldn't be hashed or verified.
public enum PasswordError: Error, Hashable, Sendable {
  /// The password is empty. For example, the server was restarted after the user typed it.
  case empty
  /// The password has more bytes of UTF-8 than ``PasswordHasher/maximumLength``.
  case tooLong
  /// The password contains U+0000. libxcrypt would ignore this character and everything after it.
  case containsNull
  /// The stored hash is incomplete, or it was made with an algorithm that isn't supported.
  case unsupportedHash
  /// Too many passwords wait to be hashed. Let the user try again later.
  case busy
  /// libxcrypt failed with the given error number. For example, there wasn't enough memory.
  case failed(errno: Int32)
}

extension PasswordError: CustomStringConvertible {
  /// A description without the password and the hash.
  public var description: String {
    switch self {
    case .empty: "The password is empty."
    case .tooLong: "The password is longer than \(PasswordHasher.maximumLength) bytes."
    case .containsNull: "The password contains U+0000."
    case .unsupportedHash:
      "The stored hash is incomplete, or its algorithm isn't yescrypt, bcrypt, or SHA-512."
    case .busy: "Too many passwords are waiting to be hashed."
    case .failed(let errno): "libxcrypt failed with error number \(errno)."
    }
  }
}
