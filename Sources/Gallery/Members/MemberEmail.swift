import Cairn

/// Email addresses, which identify accounts.
enum MemberEmail {
  /// Returns the reason why an address isn't valid, or `nil` if it's valid.
  ///
  /// SQLite ends a text at U+0000. With that character, attempts would count for a different address than the one that
  /// is looked up.
  static func problem(of email: String) -> LocalizedStringKey? {
    let isValid =
      email.utf8.count <= 254 && !email.unicodeScalars.contains(where: { $0.value < 0x20 })
      && Account.problem(ofEmail: email) == nil
    return isValid ? nil : "Enter an email address, such as ada@example.com."
  }

  /// Returns the form of an address in which it identifies an account.
  static func key(of email: String) -> String { email.trimmed.lowercased() }
}
