/// A request's method, RFC 9110 section 9.
public enum HTTPMethod: Sendable, Hashable {
  case get, head, post, put, patch, delete, options
  /// Any other method, in its own spelling: methods are case-sensitive.
  case other(String)

  /// The method of a name. One with other than ASCII characters is none, and has an empty name.
  public init(_ name: String) {
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    switch isASCII ? name : "" {
    case "GET": self = .get
    case "HEAD": self = .head
    case "POST": self = .post
    case "PUT": self = .put
    case "PATCH": self = .patch
    case "DELETE": self = .delete
    case "OPTIONS": self = .options
    default: self = .other(isASCII ? name : "")
    }
  }

  /// The method's name as it is written in a request.
  public var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .other(let name): name
    }
  }

  /// Whether this is `GET` or `HEAD`, which change nothing.
  var isRead: Bool { self == .get || self == .head }

  /// A request of this method is expected to bring a body: one without a length gets 411.
  var bringsBody: Bool {
    switch self {
    case .post, .put, .patch: true
    default: false
    }
  }
}
