/// What someone says who signs up.
struct Account: Equatable, Sendable {
  var name = ""
  var email = ""

  /// Why the name can not be taken; nil where it can.
  var nameProblem: String? {
    name.allSatisfy(\.isWhitespace) ? "Enter your name." : nil
  }

  /// Why the address can not be taken; nil where it can.
  var emailProblem: String? { Self.problem(ofEmail: email) }

  /// Why an address can not be one of email; nil where it can.
  static func problem(ofEmail email: String) -> String? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 2 && !parts.contains("") && !email.contains(where: \.isWhitespace)
    return isAddress ? nil : "Enter an email address, such as ada@example.com."
  }
}
