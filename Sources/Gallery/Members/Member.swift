import Foundation

/// An account of the sample.
struct Member: Codable, Equatable, Sendable {
  let id: Int64
  let email: String

  /// The owner of the member's sessions. See `BrowserSession.signIn(as:)`.
  var owner: String { "member-\(id)" }
}

/// What a session knows about its sign-in. Everything else is in the database, so that a sign-in can be ended there.
struct SignedIn: Codable, Equatable, Sendable {
  /// The key of the sign-in. It's random, and only in the session.
  let id: UUID
  let member: Member
}

/// A sign-in of a member in one browser, as the list of sign-ins shows it.
struct MemberSession: Equatable, Identifiable, Sendable {
  let id: UUID
  let start: Date
  let lastUse: Date
  /// When the member has last entered the password.
  let confirmation: Date
  let isRemembered: Bool
}
