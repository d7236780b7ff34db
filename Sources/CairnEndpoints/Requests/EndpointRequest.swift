public import CairnHTTP
import CairnScreens
import CairnViews
public import HTTPTypes

/// A request to an endpoint.
public struct EndpointRequest: Sendable {
  let request: CairnHTTP.HTTPRequest

  /// The values of the parameters in the endpoint's path. A value that isn't valid throws a problem with status 404.
  public let path: EndpointValues
  /// The values in the query. A value that's missing or isn't valid throws a problem with status 400.
  public let query: EndpointValues

  /// How the body of a request is available.
  enum BodyAccess {
    case bytes
    case parts
    /// Only an endpoint can read parts, because they can be read only once.
    case middleware
  }

  private let access: BodyAccess

  init(
    _ request: CairnHTTP.HTTPRequest, path: [(name: String, value: String)],
    access: BodyAccess = .bytes
  ) {
    self.request = request
    self.access = access
    self.path = EndpointValues(path, in: .path)
    query = EndpointValues(request.query == nil ? [] : request.queryItems, in: .query)
  }

  /// The method, which can also be `HEAD` if the endpoint is for `GET`.
  public var method: HTTPTypes.HTTPRequest.Method { HTTPTypes.HTTPRequest.Method(request.method) }

  /// The path and the query, as they were sent. Paths that are encoded differently can lead to the same page. To
  /// compare a path, use ``segments``.
  public var url: String { request.rawPath + (request.query.map { "?\($0)" } ?? "") }

  /// The segments of the path, percent-decoded, as pages and endpoints are found with them.
  ///
  /// For example, `/%61dmin/` has one segment, `admin`. The array is empty for `/`.
  public var segments: [String] { Location(path: request.rawPath)?.segments ?? [] }

  /// The header fields. Each access copies them, so read this once if you need many of them.
  ///
  /// Fields that a client has sent more than once are joined by commas.
  public var headers: HTTPFields { HTTPFields(request.headers.all) }

  /// The bytes of the body. It's empty if the endpoint reads its body as a form or in parts.
  public var body: [UInt8] { access == .parts ? [] : request.body }

  /// The parts of the body as they arrive, if the endpoint reads its body with ``EndpointBody/parts(limit:)``.
  ///
  /// Otherwise, this is the whole body as one part. A middleware gets no parts of a body that an endpoint reads in parts.
  public var parts: RequestParts {
    RequestParts(request, isWithheld: access == .middleware && request.hasBodyParts)
  }

  /// The files of the form, in order. It's empty if the endpoint doesn't read its body as a form.
  ///
  /// A file stays on disk as long as a copy of its value or of the request exists. Its name has no folders and no control
  /// characters. You can display it, but don't use it as the name of a file on disk.
  public var files: [HTTPFile] { request.files.map { $0.named(UploadedFile.shown($0.name)) } }

  /// The client's IP address without a port, or an empty string if it's unknown.
  ///
  /// Behind trusted proxies, this is the address that connected to the first of them.
  public var remoteAddress: String { request.remoteAddress }

  /// The host and port that the client requested, or `nil` if they're unknown.
  public var host: String? { request.host }

  /// Whether the client connected through TLS.
  public var isSecure: Bool { request.isSecure }
}
