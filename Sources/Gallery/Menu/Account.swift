import Foundation

/// The name and email address of a new account.
struct Account: Codable, Equatable, Sendable {
  var name = ""
  var email = ""

  /// The account without white space around its values, which mobile keyboards often add.
  var trimmed: Account { Account(name: name.trimmed, email: email.trimmed) }

  /// The reason why the name isn't valid, or `nil` if it's valid.
  var nameProblem: String? { name.trimmed.isEmpty ? "Enter your name." : nil }

  /// The reason why the email address isn't valid, or `nil` if it's valid.
  var emailProblem: String? { Self.problem(ofEmail: email) }

  /// Returns the reason why an email address isn't valid, or `nil` if it's valid.
  static func problem(ofEmail email: String) -> String? {
    let email = email.trimmed
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 2 && !parts.contains("") && !email.contains(where: \.isWhitespace)
    return isAddress ? nil : "Enter an email address, such as ada@example.com."
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
