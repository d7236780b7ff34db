import Cairn
import CairnServer

/// Redirects the addresses of a sample to the path to which it has moved.
///
/// The redirect keeps the rest of the path and the query, so bookmarks of all pages lead to the same pages as before.
struct MovedSample: Middleware {
  private let old: [String]
  private let new: [String]

  /// - Parameters:
  ///   - old: The former path of the sample, which begins with the prefix of the server.
  ///   - new: Its current path.
  init(from old: String, to new: String) {
    self.old = Location(path: old)?.segments ?? []
    self.new = Location(path: new)?.segments ?? []
  }

  func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
    // The segments are percent-decoded. The text of the URL isn't.
    let segments = request.segments
    guard segments.count >= old.count,
      zip(segments, old).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
    else { return await next() }
    let path = Location(new + segments.dropFirst(old.count)).path
    let query = request.url.firstIndex(of: "?").map { request.url[$0...] } ?? ""
    return .redirect(to: path + query, .permanent)
  }
}
