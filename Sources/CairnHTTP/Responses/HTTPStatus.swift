/// The status of a response, RFC 9110 section 15.
public struct HTTPStatus: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  public static let ok = HTTPStatus(rawValue: 200)
  public static let noContent = HTTPStatus(rawValue: 204)
  public static let partialContent = HTTPStatus(rawValue: 206)
  public static let found = HTTPStatus(rawValue: 302)
  public static let seeOther = HTTPStatus(rawValue: 303)
  public static let notModified = HTTPStatus(rawValue: 304)
  public static let badRequest = HTTPStatus(rawValue: 400)
  public static let forbidden = HTTPStatus(rawValue: 403)
  public static let notFound = HTTPStatus(rawValue: 404)
  public static let methodNotAllowed = HTTPStatus(rawValue: 405)
  public static let conflict = HTTPStatus(rawValue: 409)
  public static let gone = HTTPStatus(rawValue: 410)
  public static let lengthRequired = HTTPStatus(rawValue: 411)
  public static let contentTooLarge = HTTPStatus(rawValue: 413)
  public static let targetTooLong = HTTPStatus(rawValue: 414)
  public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
  public static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
  public static let misdirectedRequest = HTTPStatus(rawValue: 421)
  public static let headerTooLarge = HTTPStatus(rawValue: 431)
  public static let internalServerError = HTTPStatus(rawValue: 500)
  public static let notImplemented = HTTPStatus(rawValue: 501)
  public static let serviceUnavailable = HTTPStatus(rawValue: 503)
  public static let insufficientStorage = HTTPStatus(rawValue: 507)

  /// What the status means, in the words of its specification: `Not Found`.
  public var reason: String {
    switch rawValue {
    case 200: "OK"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    case 507: "Insufficient Storage"
    default: "Status"
    }
  }

  /// Whether an answer with this status to a request of a method is sent with its body.
  func hasBody(for method: HTTPMethod) -> Bool {
    method != .head && self != .noContent && self != .notModified
  }

  public var description: String { "\(rawValue) \(reason)" }
}
