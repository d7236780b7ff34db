import Cairn

/// The rules for new passwords. A password needs a minimum length, and no particular characters.
///
/// The list of common passwords is short, because this is a sample. An application uses a longer list, such as one of
/// passwords from known breaches.
enum PasswordRules {
  static let minimumLength = 12

  /// Words that are easy to guess in this application.
  private static let contextWords = ["cairn", "gallery", "members", "member"]

  private static let common: Set = [
    "administrator", "changeme1234", "changemenow1", "correcthorse", "football1234",
    "iloveyou1234", "iloveyouforever", "letmein12345", "letmeinplease", "monkey123456",
    "mypassword12", "mypassword123", "pass12345678", "passw0rd1234", "password1234",
    "password12345", "password123456", "password1234567", "password12345678", "passwordpassword",
    "qwerty123456", "qwerty1234567", "qwertyqwerty", "secret123456", "superman1234",
    "thisispassword", "trustno1trustno1", "welcome12345", "welcome123456", "winteriscoming",
  ]

  /// Rows of a keyboard, and other texts whose parts are easy to guess.
  private static let sequences = [
    "01234567890123456789", "09876543210987654321", "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm", "1q2w3e4r5t6y7u8i9o0p", "1qaz2wsx3edc4rfv5tgb6yhn",
  ]

  /// Returns the reason why a password can't be chosen, or `nil` if it can.
  static func problem(of password: Secret, email: String) -> LocalizedStringKey? {
    password.withText { text in
      if text.isEmpty { return "Enter a password." }
      if text.count < minimumLength { return "Use at least \(minimumLength) characters." }
      // The limits of the hasher.
      if text.utf8.count > 511 { return "This password is too long." }
      if text.utf8.contains(0) { return "Your password contains a character that can't be used." }
      return isCommon(text.lowercased(), email.lowercased())
        ? "This password is easy to guess. Choose another one." : nil
    }
  }

  private static func isCommon(_ text: String, _ email: String) -> Bool {
    if common.contains(text) || sequences.contains(where: { $0.contains(text) }) { return true }
    if (1...4).contains(where: { isRepetition(text, of: $0) }) { return true }
    let name = email.prefix { $0 != "@" }
    let words = [email, String(name)].filter { $0.count > 2 } + contextWords
    let rest = words.reduce(text) { $0.replacing($1, with: "") }
    return rest.count < text.count && rest.count < 8
  }

  /// Returns whether a text repeats its first characters.
  private static func isRepetition(_ text: String, of length: Int) -> Bool {
    zip(text, text.dropFirst(length)).allSatisfy { $0 == $1 }
  }
}
