/// The status of a response, as specified by RFC 9110, section 15.
public struct HTTPStatus: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The status code.
  public let rawValue: Int

  /// Creates a status with a code.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// 200 OK.
  public static let ok = HTTPStatus(rawValue: 200)
  /// 201 Created.
  public static let created = HTTPStatus(rawValue: 201)
  /// 202 Accepted.
  public static let accepted = HTTPStatus(rawValue: 202)
  /// 204 No Content.
  public static let noContent = HTTPStatus(rawValue: 204)
  /// 206 Partial Content.
  public static let partialContent = HTTPStatus(rawValue: 206)
  /// 302 Found.
  public static let found = HTTPStatus(rawValue: 302)
  /// 303 See Other.
  public static let seeOther = HTTPStatus(rawValue: 303)
  /// 304 Not Modified.
  public static let notModified = HTTPStatus(rawValue: 304)
  /// 307 Temporary Redirect.
  public static let temporaryRedirect = HTTPStatus(rawValue: 307)
  /// 308 Permanent Redirect.
  public static let permanentRedirect = HTTPStatus(rawValue: 308)
  /// 400 Bad Request.
  public static let badRequest = HTTPStatus(rawValue: 400)
  /// 401 Unauthorized.
  public static let unauthorized = HTTPStatus(rawValue: 401)
  /// 403 Forbidden.
  public static let forbidden = HTTPStatus(rawValue: 403)
  /// 404 Not Found.
  public static let notFound = HTTPStatus(rawValue: 404)
  /// 405 Method Not Allowed.
  public static let methodNotAllowed = HTTPStatus(rawValue: 405)
  /// 409 Conflict.
  public static let conflict = HTTPStatus(rawValue: 409)
  /// 410 Gone.
  public static let gone = HTTPStatus(rawValue: 410)
  /// 411 Length Required.
  public static let lengthRequired = HTTPStatus(rawValue: 411)
  /// 413 Content Too Large.
  public static let contentTooLarge = HTTPStatus(rawValue: 413)
  /// 414 URI Too Long.
  public static let targetTooLong = HTTPStatus(rawValue: 414)
  /// 415 Unsupported Media Type.
  public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
  /// 416 Range Not Satisfiable.
  public static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
  /// 421 Misdirected Request.
  public static let misdirectedRequest = HTTPStatus(rawValue: 421)
  /// 422 Unprocessable Content.
  public static let unprocessableContent = HTTPStatus(rawValue: 422)
  /// 429 Too Many Requests.
  public static let tooManyRequests = HTTPStatus(rawValue: 429)
  /// 431 Request Header Fields Too Large.
  public static let headerTooLarge = HTTPStatus(rawValue: 431)
  /// 500 Internal Server Error.
  public static let internalServerError = HTTPStatus(rawValue: 500)
  /// 501 Not Implemented.
  public static let notImplemented = HTTPStatus(rawValue: 501)
  /// 503 Service Unavailable.
  public static let serviceUnavailable = HTTPStatus(rawValue: 503)
  /// 507 Insufficient Storage.
  public static let insufficientStorage = HTTPStatus(rawValue: 507)

  /// The standard reason phrase of the status, such as `Not Found`, or `Status` if it's unknown.
  public var reason: String {
    switch rawValue {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
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
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    case 507: "Insufficient Storage"
    default: "Status"
    }
  }

  /// Returns whether a response with this status has a body if the request has the given method.
  package func hasBody(for method: HTTPMethod) -> Bool {
    method != .head && self != .noContent && self != .notModified
  }

  public var description: String { "\(rawValue) \(reason)" }
}
