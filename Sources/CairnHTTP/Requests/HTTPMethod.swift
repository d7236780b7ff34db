/// The method of a request, as specified by RFC 9110, section 9.
public enum HTTPMethod: Sendable, Hashable {
  /// A method whose name is the name of the case in uppercase.
  case get, head, post, put, patch, delete, options
  /// Any other method with its exact name, because methods are case-sensitive.
  case other(String)

  /// Creates the method with a name.
  ///
  /// If the name contains non-ASCII characters, the result is ``other(_:)`` with an empty name.
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

  /// The name of the method, as in a request.
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

  /// Whether the method is `GET` or `HEAD`, which don't change anything.
  var isRead: Bool { self == .get || self == .head }

  /// Whether requests with this method are expected to have a body. The server responds with 411 if they
  /// have no length.
  var bringsBody: Bool {
    switch self {
    case .post, .put, .patch: true
    default: false
    }
  }
}
