import CairnSecurity

/// Where a browser goes after its form was processed.
struct Destination: Hashable, Sendable {
  let url: String
  /// The name with which it continues; `nil` if it keeps the one that it has.
  var next: NextName?
  /// Whether a script may be sent a patch of its page instead.
  var allowsPatch = false
}

/// The name with which a browser continues.
enum NextName: Hashable, Sendable {
  /// The session's, by which it is known from now on.
  case renewed(SessionName)
  /// That of a new session: the one before has ended, and browsers must forget its pages.
  case ended(SessionName)

  var name: SessionName {
    switch self {
    case .renewed(let name), .ended(let name): name
    }
  }
}

/// What the repetition of a submission is answered.
enum PastAnswer: Hashable, Sendable {
  /// The URL to go to.
  case url(String)
  /// Effects had begun for it, and it couldn't be stored.
  case begun

  /// The size of the answer in memory, in bytes.
  var size: Int { if case .url(let url) = self { url.utf8.count } else { 0 } }
}
