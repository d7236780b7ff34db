package import CairnHTTP
public import Foundation
public import HTTPTypes

/// The response of an endpoint.
///
/// The server adds the security header fields of pages, and `Cache-Control: private, no-cache`. A field that you set
/// replaces the server's field.
public struct EndpointResponse: Sendable {
  package enum Content: Sendable {
    case body(HTTPBody)
    /// A file on disk, which is opened when the request is answered.
    case file(FileSource)
    /// A body that's written while it's sent.
    case stream(@Sendable (ResponseWriter) async throws -> Void)
    /// The response of a page or an endpoint, as a middleware gets it.
    case complete(CairnHTTP.HTTPResponse)
    /// An error, such as of an encoder. The response is the same as if the handler had thrown it.
    case failure(any Error)
  }

  /// The status of the response.
  public var status: HTTPTypes.HTTPResponse.Status
  /// The header fields, except for fields that the server adds.
  public var headers: HTTPFields
  package let content: Content

  init(
    _ content: Content, status: HTTPTypes.HTTPResponse.Status = .ok, contentType: String? = nil
  ) {
    self.status = status
    self.content = content
    headers = [:]
    headers[.contentType] = contentType
  }

  /// Creates the response of a page or an endpoint.
  init(_ response: CairnHTTP.HTTPResponse) {
    content = .complete(response)
    status = .init(response.status)
    headers = HTTPFields(response.headers)
  }

  // MARK: Bodies

  /// Returns a response with a value as JSON.
  ///
  /// Dates are in the format of ISO 8601, and keys are sorted, unless you pass your own encoder. If the value can't be
  /// encoded, the server logs the error, and responds with 500.
  public static func json(
    _ value: some Encodable, status: HTTPTypes.HTTPResponse.Status = .ok,
    encoder: JSONEncoder? = nil
  ) -> EndpointResponse {
    do {
      let bytes = Array(try (encoder ?? Self.encoder).encode(value))
      return EndpointResponse(.body(.bytes(bytes)), status: status, contentType: "application/json")
    } catch {
      return EndpointResponse(.failure(error))
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// Returns a response with text in UTF-8.
  /// - Parameters:
  ///   - text: The body.
  ///   - contentType: The type of the text, such as `text/calendar; charset=utf-8`.
  ///   - status: The status.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8",
    status: HTTPTypes.HTTPResponse.Status = .ok
  ) -> EndpointResponse {
    EndpointResponse(.body(.text(text)), status: status, contentType: contentType)
  }

  /// Returns a response with rows of comma-separated values.
  public static func csv(
    _ rows: [CSVRow], status: HTTPTypes.HTTPResponse.Status = .ok
  ) -> EndpointResponse {
    text(
      rows.map(\.text).joined(), contentType: "text/csv; charset=utf-8", status: status)
  }

  /// Returns a response with HTML.
  ///
  /// You must escape text in it. The security header fields of pages apply, so inline scripts and styles are blocked.
  public static func html(
    _ html: String, status: HTTPTypes.HTTPResponse.Status = .ok
  ) -> EndpointResponse {
    text(html, contentType: "text/html; charset=utf-8", status: status)
  }

  /// Returns a response with bytes.
  public static func bytes(
    _ bytes: [UInt8], contentType: String = "application/octet-stream",
    status: HTTPTypes.HTTPResponse.Status = .ok
  ) -> EndpointResponse {
    EndpointResponse(.body(.bytes(bytes)), status: status, contentType: contentType)
  }

  /// A response with status 204 and without a body.
  public static var noContent: EndpointResponse {
    EndpointResponse(.body(.empty), status: .noContent)
  }

  // MARK: Redirects

  /// The kind of a redirect.
  public enum Redirect: Sendable, Hashable {
    /// Status 303. The client requests the new URL with `GET`, such as after a form.
    case seeOther
    /// Status 307. The client repeats its request at the new URL.
    case temporary
    /// Status 308. The client repeats its request at the new URL, now and in the future.
    case permanent
  }

  /// Returns a redirect.
  /// - Parameters:
  ///   - url: An absolute URL, or a path of this server. Characters that URLs can't contain are percent-encoded. If part
  ///     of the URL is from a client, check it first, because it can lead to another site.
  ///   - kind: The kind of the redirect.
  public static func redirect(to url: String, _ kind: Redirect = .seeOther) -> EndpointResponse {
    let status: HTTPTypes.HTTPResponse.Status =
      switch kind {
      case .seeOther: .seeOther
      case .temporary: .temporaryRedirect
      case .permanent: .permanentRedirect
      }
    return EndpointResponse(.body(.empty), status: status)
      .header(.location, URIReference.encoded(url))
  }

  // MARK: Header fields

  /// Returns the response with a header field, which replaces fields with the same name.
  ///
  /// Bytes that a field can't contain, such as line breaks, are replaced by spaces.
  public func header(_ name: HTTPField.Name, _ value: String) -> EndpointResponse {
    var copy = self
    copy.headers[name] = value
    return copy
  }

  /// Returns the response for content that isn't yours, such as a file that a user has uploaded.
  ///
  /// If a browser shows such content, it has the origin of your pages. With this, it's an origin of its own, and scripts,
  /// forms, and requests to your server are blocked. Most browsers also don't show PDFs this way, so serve PDFs with
  /// ``download(as:)``.
  public func sandboxed() -> EndpointResponse {
    header(.contentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header(.xContentTypeOptions, "nosniff")
  }

  /// Returns the response as a download, which browsers save as a file.
  /// - Parameter name: The suggested name of the file, in any language.
  public func download(as name: String) -> EndpointResponse {
    header(.contentDisposition, ContentDisposition.attachment(name))
  }
}
