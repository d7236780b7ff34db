import CairnSecurity

/// The URL that a browser opens after its form was processed.
struct Destination: Hashable, Sendable {
  let url: String
  /// The session name that the browser continues with, or `nil` if it keeps its current one.
  var next: NextName?
  /// Whether a script may get a patch of its page instead.
  var allowsPatch = false
}

/// The session name that a browser continues with.
enum NextName: Hashable, Sendable {
  /// Another name of the same session.
  case renewed(SessionName)
  /// The name of a new session. The previous session has ended, and browsers must discard its pages.
  case ended(SessionName)

  var name: SessionName {
    switch self {
    case .renewed(let name), .ended(let name): name
    }
  }
}

/// The response to a repeated submission.
enum PastAnswer: Hashable, Sendable {
  /// The URL to redirect to.
  case url(String)
  /// The submission started effects, but its result couldn't be stored.
  case begun

  /// The size of the response in memory, in bytes.
  var size: Int { if case .url(let url) = self { url.utf8.count } else { 0 } }
}
