package import CairnHTTP
import Foundation

/// The text of a problem that a response contains as JSON.
package struct ProblemText {
  /// The explanation of the problem, or `nil` if there is none.
  package let detail: String?

  /// Reads the problem of a response. The result is `nil` for any other response.
  package init?(_ response: HTTPResponse) {
    guard response.status.rawValue >= 400,
      response.headers["Content-Type"]?.utf8.elementsEqual(HTTPProblem.contentType.utf8) == true,
      let members = try? JSONDecoder().decode(
        Members.self, from: response.body.withUnsafeBytes { Data($0) })
    else { return nil }
    detail = members.detail
  }

  private struct Members: Decodable {
    let detail: String?
  }
}
