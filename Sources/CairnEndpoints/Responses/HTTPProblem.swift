import CairnDependencies
package import CairnHTTP
package import CairnTexts
import Foundation
public import HTTPTypes

/// A problem that an endpoint responds with, in the format of RFC 9457.
///
/// ```swift
/// throw HTTPProblem(status: .conflict, detail: "The room is already booked at that time.")
/// ```
///
/// A browser that opens the URL gets an error page with the detail. For any other client, the response has the type
/// `application/problem+json`, and this body:
///
/// ```json
/// {"detail":"The room is already booked at that time.","status":409,"title":"Conflict"}
/// ```
public struct HTTPProblem: Error, Sendable {
  /// The status of the response.
  public var status: HTTPTypes.HTTPResponse.Status
  /// A URI that identifies the kind of problem, or `nil` if the status is sufficient.
  public var type: String?
  /// A short summary of the kind of problem. By default, it's the reason phrase of the status.
  public var title: String
  /// An explanation of this problem for the client, or `nil` if there is none.
  public var detail: String?
  /// Additional header fields, such as `Retry-After`.
  public var headers: HTTPFields

  /// Creates a problem.
  public init(
    status: HTTPTypes.HTTPResponse.Status, type: String? = nil, title: String? = nil,
    detail: String? = nil, headers: HTTPFields = [:]
  ) {
    self.status = status
    self.type = type
    self.title =
      title
      ?? (status.reasonPhrase.isEmpty ? HTTPStatus(status).reason : status.reasonPhrase)
    self.detail = detail
    self.headers = headers
  }

  /// Creates a problem that's explained in the language of the request.
  package init(
    status: HTTPTypes.HTTPResponse.Status, text: SystemText, headers: HTTPFields = [:]
  ) {
    self.init(
      status: status, detail: DependencyValues._current.systemTexts[text], headers: headers)
  }

  static let contentType = "application/problem+json"

  /// The response. It's never cached.
  package var response: CairnHTTP.HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let members = Members(type: type, title: title, status: status.code, detail: detail)
    let body = (try? encoder.encode(members)).map { Array($0) } ?? []
    var headers = headers
    headers[.contentType] = Self.contentType
    headers.setDefault(.cacheControl, "no-store")
    return CairnHTTP.HTTPResponse(
      status: HTTPStatus(status), headers: HTTPHeaders(headers), body: .bytes(body))
  }

  /// Returns the response to a request that's rejected for a reason, which the server logs.
  package func response(rejecting reason: RejectionReason) -> CairnHTTP.HTTPResponse {
    var response = response
    response.rejection = reason
    return response
  }

  private struct Members: Encodable {
    let type: String?
    let title: String
    let status: Int
    let detail: String?
  }
}
