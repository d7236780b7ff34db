import Foundation

/// What someone says who signs up.
struct Account: Codable, Equatable, Sendable {
  var name = ""
  var email = ""

  /// Without the white space around what was typed, which telephones like to add.
  var trimmed: Account { Account(name: name.trimmed, email: email.trimmed) }

  /// Why the name can not be taken; nil where it can.
  var nameProblem: String? { name.trimmed.isEmpty ? "Enter your name." : nil }

  /// Why the address can not be taken; nil where it can.
  var emailProblem: String? { Self.problem(ofEmail: email) }

  /// Why an address can not be one of email; nil where it can.
  static func problem(ofEmail email: String) -> String? {
    let email = email.trimmed
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 2 && !parts.contains("") && !email.contains(where: \.isWhitespace)
    return isAddress ? nil : "Enter an email address, such as ada@example.com."
  }
}

extension String {
  /// Without white space at the beginning and the end.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
